/** Request that may hold its connection for long: a streamed body or response, or a request with a longer `totalMs` than the upstream's. */
export interface Long {
  /** Returns how long the request has been waiting for its client, in milliseconds. */
  readonly stalledMs: () => number;
  readonly end: () => void;
}

/** Time without progress after which a request may be ended to make room for another client. */
const STALLED_MS = 5_000;

/**
 * Shares `max` places for long requests between any number of clients. A client may begin another one while it has fewer than there are free places.
 * If no place is free, a client without a long request can end another client's stalled one.
 */
export function createLongPlaces(max: number) {
  const open = new Set<{ readonly client: string; readonly long: Long }>();
  const countOf = (client: string) => [...open].filter((place) => place.client === client).length;

  return {
    fits: (client: string) => countOf(client) < max - open.size,
    take(client: string, long: Long): () => void {
      const place = { client, long };
      open.add(place);
      return () => void open.delete(place);
    },
    /**
     * If all places are taken and `client` has none, ends a stalled request of another client, preferably of the client with the most. A response
     * may look stalled while its client still reads what nginx has buffered. So a client's last one never ends.
     */
    makeRoom(client: string): void {
      if (open.size < max || countOf(client) > 0) return;
      const stalled = [...open]
        .map(({ client: owner, long }) => ({ long, ms: long.stalledMs(), count: countOf(owner) }))
        .filter(({ ms, count }) => ms >= STALLED_MS && count > 1);
      stalled.sort((one, other) => other.count - one.count || other.ms - one.ms);
      stalled[0]?.long.end();
    },
  };
}
