import type { Cancellation } from './cancellation.ts';
import { UpstreamError } from './upstream-error.ts';

const RETRIES_PER_REQUEST = 2;
const SHARE_OF_REQUESTS = 0.1;
/** Initial number of allowed retries, so that even the first request can be retried. */
const FIRST_BUDGET = 2;
const MAX_BUDGET = 10;
const BACKOFF_MS = 100;

/** Converts `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), to milliseconds. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Limits {
  readonly isRepeatable: boolean;
  readonly cancellation: Cancellation;
  /** Latest start of a retry, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
}

/** Creates the retries of an upstream: at most two per request, and at most a tenth of all requests, so that retries do not worsen an overload. */
export function createRetries() {
  let budget = FIRST_BUDGET;

  /** Attempts a request until an attempt succeeds, or no retry is allowed. Rejects with the last error. */
  return async <T>(attempt: () => Promise<T>, limits: Limits): Promise<T> => {
    const { isRepeatable, cancellation, deadlineAt } = limits;
    budget = Math.min(budget + SHARE_OF_REQUESTS, MAX_BUDGET);
    let last: unknown;
    for (let retried = 0; ; retried += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        return await attempt();
      } catch (error) {
        // Reports the cause, if the first attempt has opened the circuit breaker.
        if (last && error instanceof UpstreamError && error.kind === 'circuit-open') throw last;
        last = error;
        const isRetryable = isRepeatable && error instanceof UpstreamError && error.retryable;
        if (!isRetryable || retried >= RETRIES_PER_REQUEST || budget < 1) throw error;
        const pauseMs = (error.retryAfterMs ?? 0) + Math.random() * BACKOFF_MS * 2 ** retried;
        if (performance.now() + pauseMs >= deadlineAt) throw error;
        budget -= 1;
        // oxlint-disable-next-line no-await-in-loop
        await cancellation.until<void>((resolve) => {
          const timer = setTimeout(resolve, pauseMs);
          return () => clearTimeout(timer);
        });
      }
    }
  };
}
