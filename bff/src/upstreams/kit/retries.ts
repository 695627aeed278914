import type { Cancellation } from './cancellation.ts';
import { UpstreamError } from './upstream-error.ts';

const RETRIES_PER_REQUEST = 2;
const SHARE_OF_REQUESTS = 0.1;
/** The budget before the first request, so that its failure can be retried. */
const FIRST_BUDGET = 2;
const MAX_BUDGET = 10;
const BACKOFF_MS = 100;

/** Milliseconds of `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Limits {
  /** Whether the method is idempotent (RFC 9110, section 9.2.2) and the body can be sent again. */
  readonly isRepeatable: boolean;
  readonly cancellation: Cancellation;
  /** On the clock of `performance.now()`: no retry starts later. */
  readonly deadlineAt: number;
}

/** One upstream's retries: at most two for a request, and a tenth of all requests, so that they never add to an overload. */
export function createRetries() {
  let budget = FIRST_BUDGET;

  /** Attempts a request until it succeeds or must not be retried; then rejects with the last error. */
  return async <T>(attempt: () => Promise<T>, limits: Limits): Promise<T> => {
    const { isRepeatable, cancellation, deadlineAt } = limits;
    budget = Math.min(budget + SHARE_OF_REQUESTS, MAX_BUDGET);
    for (let retried = 0; ; retried += 1) {
      try {
        // oxlint-disable-next-line no-await-in-loop
        return await attempt();
      } catch (error) {
        const isRetryable = isRepeatable && error instanceof UpstreamError && error.retryable;
        if (!isRetryable || retried >= RETRIES_PER_REQUEST || budget < 1) throw error;
        // With full jitter.
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
