import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { atMostEvery } from './at-most-every.ts';

/** Runs the loaders again when the tab is shown again, if the last time is longer ago than that many milliseconds. */
export function useRefreshOnReturn(everyMs = 30_000): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const refresh = atMostEvery(everyMs, () => void revalidate());
    const returned = () => void (document.hidden || refresh());
    document.addEventListener('visibilitychange', returned);
    return () => document.removeEventListener('visibilitychange', returned);
  }, [everyMs, revalidate]);
}
