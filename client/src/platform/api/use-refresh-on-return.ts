import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { throttle } from './throttle.ts';

/** Runs the loaders again when the tab is shown again, at most once in `everyMs` milliseconds. */
export function useRefreshOnReturn(everyMs = 30_000): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = throttle(everyMs, () => void revalidate());
    const returned = () => void (document.hidden || refresh());
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [everyMs, revalidate]);
}
