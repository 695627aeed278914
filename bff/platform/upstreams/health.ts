/** Health of an upstream: `degraded` while most of its calls fail or the breaker is open, `unknown` before the first call. */
export type State = 'up' | 'degraded' | 'unknown';

/** Number of latest calls from which the state follows. */
const CALLS = 10;
/** Shares of failed calls above which an upstream becomes degraded, and up to which it recovers. They differ, so that the state does not flap. */
const [DEGRADED_ABOVE, UP_TO] = [0.5, 0.2];

/** Derives an upstream's state from the results of its calls, whatever the cause of a failure. */
export function createHealth() {
  let state: State = 'unknown';
  let failures: boolean[] = [];
  return {
    state: () => state,
    count: (isFailure: boolean): void => {
      if (failures.push(isFailure) > CALLS) failures.shift();
      const share = failures.filter(Boolean).length / failures.length;
      if (share > DEGRADED_ABOVE) state = 'degraded';
      else if (share <= UP_TO) state = 'up';
    },
    /** Forgets all calls, because the circuit breaker has closed. */
    reset: (): void => {
      failures = [];
    },
  };
}
