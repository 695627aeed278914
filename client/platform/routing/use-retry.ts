import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router-dom';

const EVERY_MS = 5_000;
/** 0 means that there was no response; 502 to 504, that a server was unavailable (RFC 9110, section 15.6). */
const TRANSIENT_STATUSES = [0, 502, 503, 504];

/**
 * Returns a function that reruns the loader. After a transient failure, the hook itself reruns the loader, too: every 5 s while the tab is visible, and
 * as soon as the browser is online again.
 */
export function useRetry(status: number) {
  const { revalidate, state } = useRevalidator();
  const [isPressed, setPressed] = useState(false);
  // Does not retry during a revalidation, because a retry would cancel it.
  const recover = useEffectEvent(() => void (state === 'idle' && revalidate()));
  const isTransient = TRANSIENT_STATUSES.includes(status);
  useEffect(() => {
    if (!isTransient) return undefined;
    const timer = setInterval(() => document.hidden || recover(), EVERY_MS);
    const online = () => recover();
    addEventListener('online', online);
    return () => {
      clearInterval(timer);
      removeEventListener('online', online);
    };
  }, [isTransient]);
  const retry = () => {
    setPressed(true);
    if (state === 'idle') void revalidate();
  };
  return { retry, isRetrying: isPressed && state === 'loading' };
}
