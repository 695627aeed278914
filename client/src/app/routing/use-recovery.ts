import { useEffect } from 'react';

const EVERY_MS = 5_000;
/** No response, or one that says that a server is not available for the moment (RFC 9110, section 15.6). */
const TRANSIENT_STATUSES = [0, 502, 503, 504];

/** Retries by itself while the problem is transient: every few seconds, and at once when the network is back. */
export function useRecovery(status: number, retry: () => void): void {
  const isTransient = TRANSIENT_STATUSES.includes(status);
  useEffect(() => {
    if (!isTransient) return undefined;
    const timer = setInterval(() => document.hidden || retry(), EVERY_MS);
    addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      removeEventListener('online', retry);
    };
  }, [isTransient, retry]);
}
