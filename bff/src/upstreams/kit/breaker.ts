import { BrokenCircuitError, CircuitState, SamplingBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import type { Settings } from './settings.ts';
import { UpstreamError } from './upstream-error.ts';

/** Of an upstream: `degraded` after a failed request or while the breaker is open, `unknown` before the first request. */
export type State = 'up' | 'degraded' | 'unknown';

/** The circuit breaker of one upstream, which also knows how its last request ended. */
export function createBreaker(
  settings: Settings,
  onChange: (state: 'open' | 'half-open' | 'closed') => void,
) {
  const breaker = circuitBreaker(
    handleWhen((error) =>
      // A half-open breaker must not close because the browser left during its trial request.
      error instanceof UpstreamError ? error.counted : breaker.state === CircuitState.HalfOpen,
    ),
    {
      breaker: new SamplingBreaker({
        threshold: settings.breakAtShare,
        duration: settings.breakWindowMs,
        minimumRps: (settings.breakAtLeast * 1_000) / settings.breakWindowMs,
      }),
      halfOpenAfter: settings.breakMs,
    },
  );
  breaker.onBreak(() => onChange('open'));
  breaker.onHalfOpen(() => onChange('half-open'));
  breaker.onReset(() => onChange('closed'));
  let lastFailed: boolean | undefined;

  return {
    /** Whether it refuses requests, but for a trial. */
    isOpen: () => breaker.state !== CircuitState.Closed,
    state: (): State => {
      if (lastFailed === undefined) return 'unknown';
      return lastFailed || breaker.state !== CircuitState.Closed ? 'degraded' : 'up';
    },
    /** Runs one request. Rejects with `circuit-open` instead while the breaker is open or waits for its trial request. */
    async run<T>(request: () => Promise<T>): Promise<T> {
      // Cockatiel would let other requests wait for the end of the trial, deaf to their signals.
      if (breaker.state === CircuitState.HalfOpen)
        throw new UpstreamError('circuit-open', 'is being tried again');
      try {
        const response = await breaker.execute(request);
        lastFailed = false;
        return response;
      } catch (error) {
        if (error instanceof BrokenCircuitError) throw new UpstreamError('circuit-open', 'failed too often');
        if (error instanceof UpstreamError) lastFailed = error.counted;
        throw error;
      }
    },
  };
}
