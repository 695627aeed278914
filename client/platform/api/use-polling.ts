import { useEffect, useEffectEvent } from 'react';
import { useNavigation, useRevalidator } from 'react-router-dom';

/**
 * Revalidates every `everyMs` milliseconds while the tab is visible, and when it becomes visible if the last poll was at least `everyMs` ago. Skips a
 * poll while a navigation or another revalidation is in progress.
 */
export function usePolling(everyMs: number): void {
  const navigation = useNavigation();
  const { state, revalidate } = useRevalidator();
  const poll = useEffectEvent(() => {
    if (state === 'idle' && navigation.state === 'idle') void revalidate();
  });
  useEffect(() => {
    let last = performance.now();
    const tick = () => {
      if (document.hidden) return;
      last = performance.now();
      poll();
    };
    let timer = setInterval(tick, everyMs);
    const onChange = () => {
      if (document.hidden || performance.now() - last < everyMs) return;
      clearInterval(timer);
      timer = setInterval(tick, everyMs);
      tick();
    };
    document.addEventListener('visibilitychange', onChange);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, [everyMs]);
}
