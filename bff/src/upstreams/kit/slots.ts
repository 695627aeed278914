import { Failure } from './failure.ts';
import { orAborted } from './waiting.ts';

/**
 * The bulkhead: so many requests under way, so many waiting for one to end, and no more, so that one slow upstream cannot hold all
 * callers. It stands before undici's pool, because a request that waits there does not hear its signal.
 */
export function createSlots(running: number, waiting: number) {
  const queue = new Set<() => void>();
  let free = running;

  const once = () => {
    let released = false;
    return () => {
      if (released) return;
      released = true;
      const [next] = queue;
      if (!next) free += 1;
      else {
        queue.delete(next);
        next();
      }
    };
  };

  return {
    /** What gives the slot back, as often as you like. Throws `crowded`, or the signal's reason while it waits. */
    async take(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return once();
      }
      if (queue.size >= waiting) throw new Failure('crowded', 'has enough to do');
      const turn = Promise.withResolvers<void>();
      queue.add(turn.resolve);
      try {
        await orAborted(turn.promise, signal);
      } catch (reason) {
        // Its turn may have come in the very moment in which it left.
        if (!queue.delete(turn.resolve)) once()();
        throw reason;
      }
      return once();
    },
  };
}
