import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';

/** Revalidates when the tab becomes visible, but not within `everyMs` milliseconds of the mount or of this hook's last revalidation. */
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
