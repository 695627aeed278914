import type { Settings } from './settings.ts';
import { UpstreamError } from './upstream-error.ts';

/** Of an upstream: `degraded` after a failed request or while the breaker is open, `unknown` before the first request. */
export type State = 'up' | 'degraded' | 'unknown';

/** The window of the breaker moves in steps of this share of it. */
const STEPS = 10;

interface Step {
  readonly number: number;
  requests: number;
  failures: number;
}

/**
 * The circuit breaker of one upstream, which also knows how its last request ended. Libraries for it wrap each request in several promises,
 * and let requests wait for the end of a trial.
 */
export function createBreaker(
  { breakAtShare, breakAtLeast, breakWindowMs, breakMs }: Settings,
  onChange: (state: 'open' | 'half-open' | 'closed') => void,
) {
  let state: Parameters<typeof onChange>[0] = 'closed';
  let openedAt = 0;
  let lastFailed: boolean | undefined;
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

  /** Counts a request. Opens the breaker if too many within the window have failed. */
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

  /** Whether a request is the trial of a breaker that has been open for long enough. Throws `circuit-open` for every other one. */
  function beginTrial(): true {
    if (state === 'half-open') throw new UpstreamError('circuit-open', 'is being tried again');
    if (performance.now() - openedAt < breakMs) throw new UpstreamError('circuit-open', 'failed too often');
    enter('half-open');
    return true;
  }

  return {
    /** Whether it refuses requests, but for a trial. */
    isOpen: () => state !== 'closed',
    state: (): State => {
      if (lastFailed === undefined) return 'unknown';
      return lastFailed || state !== 'closed' ? 'degraded' : 'up';
    },
    /** Runs one request. Rejects with `circuit-open` instead while the breaker is open or waits for its trial request. */
    async run<T>(request: () => Promise<T>): Promise<T> {
      const isTrial = state !== 'closed' && beginTrial();
      try {
        const response = await request();
        lastFailed = false;
        if (isTrial) enter('closed');
        else if (state === 'closed') count(0);
        return response;
      } catch (error) {
        const isAnswer = error instanceof UpstreamError;
        if (isAnswer) lastFailed = error.counted;
        if (isTrial) {
          // The client left or was late, which says nothing about the upstream: the next request is the trial.
          if (!isAnswer) enter('open');
          else if (error.counted) open();
          else enter('closed');
        } else if (isAnswer && error.counted && state === 'closed') count(1);
        throw error;
      }
    },
  };
}
