export interface Waiter {
  readonly begin: () => void;
  readonly reject: () => void;
}

/** Queue of at most `max` requests that serves clients in turn. */
export class WaitingRequests<W extends Waiter> {
  readonly #max: number;
  /** Queued requests by client. The first client is next. */
  readonly #queues = new Map<string, Set<W>>();
  size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a request. If the queue then exceeds `max`, rejects the newest request of the client with the most requests, possibly the added one. */
  add(client: string, waiter: W): void {
    const queue = this.#queues.get(client) ?? new Set();
    this.#queues.set(client, queue.add(waiter));
    this.size += 1;
    if (this.size > this.#max) this.#rejectOne(client);
  }

  leave(client: string, waiter: W): void {
    const queue = this.#queues.get(client);
    if (!queue?.delete(waiter)) return;
    this.size -= 1;
    if (queue.size === 0) this.#queues.delete(client);
  }

  /** Begins the first request that fits, and puts its client last. Returns false if no request fits. */
  beginNext(fits: (waiter: W) => boolean): boolean {
    for (const [client, queue] of this.#queues)
      for (const waiter of queue)
        if (fits(waiter)) {
          this.leave(client, waiter);
          if (queue.size > 0) {
            this.#queues.delete(client);
            this.#queues.set(client, queue);
          }
          waiter.begin();
          return true;
        }
    return false;
  }

  /** Rejects the newest request of the client with the most requests: of the newcomer if no other client has more. */
  #rejectOne(newcomer: string): void {
    let busiest = newcomer;
    const sizeOf = (client: string) => this.#queues.get(client)?.size ?? 0;
    for (const client of this.#queues.keys()) if (sizeOf(client) > sizeOf(busiest)) busiest = client;
    const newest = [...(this.#queues.get(busiest) ?? [])].at(-1);
    if (!newest) return;
    this.leave(busiest, newest);
    newest.reject();
  }
}
