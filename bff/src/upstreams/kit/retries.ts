import type { Cancellation } from './cancellation.ts';
import { UpstreamError } from './upstream-error.ts';

const MOST_RETRIES = 2;
const SHARE_OF_REQUESTS = 0.1;
/** Before the first request, so that a first failure can be retried. */
const FIRST_ALLOWANCE = 2;
const MOST_SAVED = 10;
const BACKOFF_MS = 100;

/** Milliseconds of `Retry-After`, a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const pausing = (ms: number, cancellation: Cancellation): Promise<void> =>
  cancellation.until((resolve) => {
    const timer = setTimeout(resolve, ms);
    return () => clearTimeout(timer);
  });

interface Given {
  /** A method whose repetition changes nothing (RFC 9110, section 9.2.2) and a body that can be sent again. */
  readonly repeatable: boolean;
  readonly cancellation: Cancellation;
  /** Of `performance.now()`: no retry starts later. */
  readonly deadlineAt: number;
}

/** One upstream's retries: at most two a request, and a tenth of its requests, so that they never add to a storm. */
export function createRetries() {
  let allowance = FIRST_ALLOWANCE;

  /** Milliseconds until the next try, with full jitter; nothing if there is to be none. */
  function pause(error: unknown, tried: number, { repeatable, deadlineAt }: Given): number | undefined {
    if (!repeatable || tried >= MOST_RETRIES || !(error instanceof UpstreamError && error.retried))
      return undefined;
    const ms = (error.retryAfterMs ?? 0) + Math.random() * BACKOFF_MS * 2 ** tried;
    if (allowance < 1 || performance.now() + ms >= deadlineAt) return undefined;
    allowance -= 1;
    return ms;
  }

  return async function retrying<T>(given: Given, work: () => Promise<T>): Promise<T> {
    allowance = Math.min(allowance + SHARE_OF_REQUESTS, MOST_SAVED);
    for (let tried = 0; ; tried += 1) {
      try {
        // One after the other is what a retry is.
        // oxlint-disable-next-line no-await-in-loop
        return await work();
      } catch (error) {
        const ms = pause(error, tried, given);
        if (ms === undefined) throw error;
        // oxlint-disable-next-line no-await-in-loop
        await pausing(ms, given.cancellation);
      }
    }
  };
}
