import type { Cancellation } from './cancellation.ts';
import { UpstreamError } from './upstream-error.ts';

/** Limits how many requests to one upstream run, and how many wait. In undici's own queue a request that waits could not be cancelled. */
export function createBulkhead(running: number, waiting: number) {
  const queue = new Set<() => void>();
  let free = running;

  return {
    load: () => ({ underWay: running - free, waiting: queue.size }),
    /** Resolves when a slot is free. Rejects with `bulkhead-full`, or with the reason of a cancellation while it waits. */
    async acquire(cancellation: Cancellation): Promise<void> {
      if (free > 0) {
        free -= 1;
        return;
      }
      if (queue.size >= waiting) throw new UpstreamError('bulkhead-full', 'has too many requests waiting');
      await cancellation.until<void>((resolve) => {
        queue.add(resolve);
        return () => queue.delete(resolve);
      });
    },
    /** Gives a slot back, once for each that was acquired. */
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
