import type { Cancellation } from './cancellation.ts';
import type { Settings } from './settings.ts';
import { createLongPlaces, type Long } from './long-places.ts';
import { UpstreamError } from './upstream-error.ts';
import { type Waiter, WaitingRequests } from './waiting-requests.ts';

export interface Requester {
  /** Returns the key of the client that caused the request: the session's subject, otherwise the client's network. */
  readonly client: () => string;
  /** Set for a request that may hold its connection for long. */
  readonly long?: Long | undefined;
}

/** Interval at which a queued long request looks for a stalled one that it can end. */
const LOOK_MS = 250;

/**
 * Limits concurrent and queued requests to one upstream. Long requests get only a share of the connections. There is no fixed limit per client, because one
 * user can count as several clients (an IPv4 address, an IPv6 address, a session) and so get around it. Does not use undici's own queue, because
 * requests in it cannot be cancelled.
 */
export function createBulkhead({ connections, waiting, longShare }: Settings) {
  const places = createLongPlaces(Math.max(1, Math.floor(connections * longShare)));
  const queue = new WaitingRequests<Requester & Waiter>(waiting);
  let running = 0;

  const fits = ({ client, long }: Requester) => running < connections && (!long || places.fits(client()));

  function take({ client, long }: Requester): () => void {
    running += 1;
    const leave = long && places.take(client(), long);
    return () => {
      running -= 1;
      leave?.();
      // Begins all requests that fit now. A freed place can admit several, because it raises every client's limit on long requests.
      while (queue.beginNext(fits));
    };
  }

  return {
    load: () => ({ inFlight: running, waiting: queue.size }),
    /**
     * Waits for a connection. Resolves with a function that releases the connection, to be called once. Rejects with `bulkhead-full`, or with the
     * reason of a cancellation.
     */
    async acquire(requester: Requester, cancellation: Cancellation): Promise<() => void> {
      if (fits(requester)) return take(requester);
      const client = requester.client();
      let looking: NodeJS.Timeout | undefined;
      const acquired = cancellation.until<() => void>((resolve, reject) => {
        const full = () => reject(new UpstreamError('bulkhead-full', 'too many requests are waiting'));
        const waiter = { ...requester, begin: () => resolve(take(requester)), reject: full };
        queue.add(client, waiter);
        if (requester.long) looking = setInterval(() => places.makeRoom(client), LOOK_MS);
        return () => queue.leave(client, waiter);
      });
      return acquired.finally(() => clearInterval(looking));
    },
  };
}
