/** Streamed body or response, whose duration depends on the client's speed. */
export interface Stream {
  /** Returns how long the stream has been waiting for its client, in milliseconds. */
  readonly stalledMs: () => number;
  readonly end: () => void;
}

/** Time without progress after which a stream may be ended to make room for another client. */
const STALLED_MS = 5_000;

/**
 * Shares `max` places for streams between any number of clients. A client may open another stream while it has fewer streams than there are free
 * places. If no place is free, a client without a stream can end another client's stalled stream.
 */
export function createStreamPlaces(max: number) {
  const open = new Set<{ readonly client: string; readonly stream: Stream }>();
  const countOf = (client: string) => [...open].filter((place) => place.client === client).length;

  return {
    fits: (client: string) => countOf(client) < max - open.size,
    take(client: string, stream: Stream): () => void {
      const place = { client, stream };
      open.add(place);
      return () => void open.delete(place);
    },
    /**
     * If all places are taken and `client` has none, ends a stalled stream of another client, preferably of the client with the most streams. A
     * stream may look stalled while its client still reads what nginx has buffered. So a client's last stream never ends.
     */
    makeRoom(client: string): void {
      if (open.size < max || countOf(client) > 0) return;
      const stalled = [...open]
        .map(({ client: owner, stream }) => ({ stream, ms: stream.stalledMs(), count: countOf(owner) }))
        .filter(({ ms, count }) => ms >= STALLED_MS && count > 1);
      stalled.sort((one, other) => other.count - one.count || other.ms - one.ms);
      stalled[0]?.stream.end();
    },
  };
}
