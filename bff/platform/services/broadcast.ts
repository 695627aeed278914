/**
 * Creates a broadcast to all open streams of this process. `null` tells a listener that it may have missed messages: more than `maxWaiting` waited for
 * it, or `send(null)` was called.
 */
export function createBroadcast<T>(maxWaiting = 100) {
  const listeners = new Set<(message: T | null) => void>();
  return {
    send: (message: T | null): void => {
      for (const receive of listeners) receive(message);
    },
    /** Yields the messages from now on, until `signal` aborts. */
    async *received(signal: AbortSignal): AsyncGenerator<T | null, void> {
      let waiting: (T | null)[] = [];
      let wake = () => {};
      const stop = () => wake();
      const receive = (message: T | null) => {
        if (waiting.length < maxWaiting) waiting.push(message);
        // Drops all, because a listener that has missed one message must refetch anyway.
        else waiting = [null];
        wake();
      };
      listeners.add(receive);
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted) {
          if (waiting.length > 0) yield waiting.shift() as T | null;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        listeners.delete(receive);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}
