/** Does it, unless the last time, or the making of this function, is less than that many milliseconds ago. */
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
