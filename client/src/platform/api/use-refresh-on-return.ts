import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';

/** Runs the loaders again when the tab is shown again, at most once in `everyMs` milliseconds, the first time when they have passed. */
export function useRefreshOnReturn(everyMs = 30_000): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let last = performance.now();
    const returned = () => {
      if (document.hidden || performance.now() - last < everyMs) return;
      last = performance.now();
      void revalidate();
    };
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [everyMs, revalidate]);
}
