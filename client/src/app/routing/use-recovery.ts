import { useEffect } from 'react';

const EVERY_MS = 5_000;
/** No answer at all, or one that says that somebody behind is not there for the moment (RFC 9110, section 15.6). */
const PASSING = [0, 502, 503, 504];

/** Tries again by itself while the trouble is of the kind that passes: at once when the network is back, and now and then. */
export function useRecovery(status: number, tryAgain: () => void): void {
  const passes = PASSING.includes(status);
  useEffect(() => {
    if (!passes) return undefined;
    const timer = setInterval(() => document.hidden || tryAgain(), EVERY_MS);
    addEventListener('online', tryAgain);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tryAgain);
    };
  }, [passes, tryAgain]);
}
