import type { Cancellation } from './cancellation.ts';
import type { Settings } from './settings.ts';
import { UpstreamError } from './upstream-error.ts';

export interface Requester {
  /** Client that caused the request: the session's subject, otherwise its network. */
  readonly client: () => string;
  /** True if the body or the response is streamed, so that the client's speed decides how long the request takes. */
  readonly isStream: boolean;
}

type Waiter = Requester & { readonly begin: () => void };

/**
 * Limits concurrent and queued requests to one upstream. Streams get a share of the connections. One client gets at most half of that share and half
 * of the queue. Queued clients get freed connections in turn. (Requests in undici's own queue cannot be cancelled.)
 */
export function createBulkhead({ connections, waiting, streamShare }: Settings) {
  const maxStreams = Math.max(1, Math.floor(connections * streamShare));
  const maxStreamsOfClient = Math.max(1, Math.floor(maxStreams / 2));
  const maxWaitingOfClient = Math.max(1, Math.floor(waiting / 2));
  /** Queued requests by client, the next one first. */
  const queues = new Map<string, Set<Waiter>>();
  const streamsOf = new Map<string, number>();
  let [running, streaming, queued] = [0, 0, 0];

  const fits = ({ client, isStream }: Requester) =>
    running < connections &&
    (!isStream || (streaming < maxStreams && (streamsOf.get(client()) ?? 0) < maxStreamsOfClient));

  function countStream(client: string, change: 1 | -1): void {
    streaming += change;
    const count = (streamsOf.get(client) ?? 0) + change;
    if (count === 0) streamsOf.delete(client);
    else streamsOf.set(client, count);
  }

  function take({ client, isStream }: Requester): () => void {
    running += 1;
    const streamer = isStream ? client() : undefined;
    if (streamer !== undefined) countStream(streamer, 1);
    return () => {
      running -= 1;
      if (streamer !== undefined) countStream(streamer, -1);
      beginNext();
    };
  }

  function beginNext(): void {
    for (const [client, queue] of queues)
      for (const waiter of queue)
        if (fits(waiter)) {
          leave(client, waiter);
          const rest = queues.get(client);
          if (rest) {
            queues.delete(client);
            queues.set(client, rest);
          }
          return waiter.begin();
        }
  }

  function leave(client: string, waiter: Waiter): void {
    const queue = queues.get(client);
    if (!queue?.delete(waiter)) return;
    queued -= 1;
    if (queue.size === 0) queues.delete(client);
  }

  return {
    load: () => ({ inFlight: running, waiting: queued }),
    /** Resolves with a function that releases the connection; call it once. Rejects with `bulkhead-full`, or with the reason of a cancellation. */
    async acquire(requester: Requester, cancellation: Cancellation): Promise<() => void> {
      if (fits(requester)) return take(requester);
      const client = requester.client();
      const queue = queues.get(client) ?? new Set();
      if (queued >= waiting || queue.size >= maxWaitingOfClient)
        throw new UpstreamError('bulkhead-full', 'too many requests are waiting');
      return cancellation.until((resolve) => {
        const waiter = { ...requester, begin: () => resolve(take(requester)) };
        queues.set(client, queue.add(waiter));
        queued += 1;
        return () => leave(client, waiter);
      });
    },
  };
}
