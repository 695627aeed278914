/** Runs the function at most once in `everyMs` milliseconds, the first time when they have passed. */
export function throttle(
  everyMs: number,
  work: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let last = now();
  return () => {
    if (now() - last < everyMs) return;
    last = now();
    work();
  };
}
