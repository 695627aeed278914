import type { Cancellation } from './cancellation.ts';
import { UpstreamError } from './upstream-error.ts';

/**
 * The bulkhead: so many requests under way, so many waiting for one to end, and no more, so that one slow upstream cannot hold all
 * callers. It stands before undici's pool, because a request that waits there cannot leave.
 */
export function createBulkhead(running: number, waiting: number) {
  const queue = new Set<() => void>();
  let free = running;

  return {
    /** Takes a free slot, if there is one. */
    taken(): boolean {
      if (free === 0) return false;
      free -= 1;
      return true;
    },
    /** Takes a slot when one is given back. Rejects with `crowded`, or the reason of being cancelled while it waits. */
    turn(cancellation: Cancellation): Promise<void> {
      if (queue.size >= waiting) return Promise.reject(new UpstreamError('crowded', 'has enough to do'));
      return cancellation.until((resolve) => {
        queue.add(resolve);
        return () => queue.delete(resolve);
      });
    },
    /** Gives a slot back, once for each that was taken. */
    release: (): void => {
      const [next] = queue;
      if (!next) free += 1;
      else {
        queue.delete(next);
        next();
      }
    },
  };
}
