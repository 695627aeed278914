import type { Settings } from './settings.ts';
import { UpstreamError } from './upstream-error.ts';

/** Number of buckets in the sliding window. */
const STEPS = 10;

interface Step {
  readonly number: number;
  requests: number;
  failures: number;
}

/**
 * Creates the circuit breaker of one upstream. Does not use a library, because libraries wrap each request in several promises, and queue requests
 * during a trial.
 */
export function createBreaker(
  { breakAtShare, breakAtLeast, breakWindowMs, breakMs }: Settings,
  onChange: (state: 'open' | 'half-open' | 'closed') => void,
) {
  let state: Parameters<typeof onChange>[0] = 'closed';
  let openedAt = 0;
  let steps: Step[] = [];

  function enter(next: typeof state): void {
    if (next === 'closed') steps = [];
    state = next;
    onChange(next);
  }

  function open(): void {
    openedAt = performance.now();
    enter('open');
  }

  function count(failures: 0 | 1): void {
    const number = Math.floor((performance.now() * STEPS) / breakWindowMs);
    if (steps.at(-1)?.number !== number) {
      steps = steps.filter((step) => step.number > number - STEPS);
      steps.push({ number, requests: 0, failures: 0 });
    }
    const current = steps.at(-1) as Step;
    current.requests += 1;
    current.failures += failures;
    if (failures === 0) return;
    const requests = steps.reduce((sum, step) => sum + step.requests, 0);
    const failed = steps.reduce((sum, step) => sum + step.failures, 0);
    if (requests >= breakAtLeast && failed / requests > breakAtShare) open();
  }

  /** Begins the trial. Throws `circuit-open` if the breaker has been open for less than `breakMs`, or if a trial is in progress. */
  function beginTrial(): true {
    if (state === 'half-open') throw new UpstreamError('circuit-open', 'trial request in progress');
    if (performance.now() - openedAt < breakMs) throw new UpstreamError('circuit-open', 'failed too often');
    enter('half-open');
    return true;
  }

  return {
    isOpen: () => state !== 'closed',
    /** Runs one request. Rejects with `circuit-open` while the breaker is open or a trial is in progress. */
    async run<T>(request: () => Promise<T>): Promise<T> {
      const isTrial = state !== 'closed' && beginTrial();
      try {
        const response = await request();
        if (isTrial) enter('closed');
        else if (state === 'closed') count(0);
        return response;
      } catch (error) {
        if (!(error instanceof UpstreamError)) {
          // The client or a lack of time has caused the error, so it says nothing about the upstream. The next request becomes the trial.
          if (isTrial) enter('open');
          throw error;
        }
        const { verdict } = error;
        if (isTrial && verdict === 'down') open();
        else if (isTrial) enter(verdict === 'up' ? 'closed' : 'open');
        else if (verdict === 'down' && state === 'closed') count(1);
        throw error;
      }
    },
  };
}
