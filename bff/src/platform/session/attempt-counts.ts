/** As many as one instance keeps. */
const MAX_COUNTS = 100_000;

interface Count {
  current: number;
  readonly endsAt: number;
}

/**
 * The counts of `@fastify/rate-limit` in this process. Its own store forgets the oldest of 5,000, so that others could flush a count; this one
 * forgets none before its end. When it is full, a new key has no attempts.
 */
export class AttemptCounts {
  /** In the order of their ends. */
  readonly #counts = new Map<string, Count>();

  incr(
    key: string,
    done: (error: null, count: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = Date.now();
    for (const [oldest, { endsAt }] of this.#counts) {
      if (endsAt > now) break;
      this.#counts.delete(oldest);
    }
    const count = this.#counts.get(key) ?? { current: 0, endsAt: now + windowMs };
    if (this.#counts.size >= MAX_COUNTS && count.current === 0)
      return done(null, { current: Infinity, ttl: windowMs });
    this.#counts.set(key, count);
    count.current += 1;
    done(null, { current: count.current, ttl: count.endsAt - now });
  }

  /** Each limit counts on its own. */
  child(): AttemptCounts {
    return new AttemptCounts();
  }
}
