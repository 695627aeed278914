import { BrokenCircuitError, CircuitState, SamplingBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { UpstreamError } from './upstream-error.ts';
import type { Settings } from './settings.ts';

/** Stops asking an upstream of which too much fails, and lets one request try it again after a while. */
export function createBreaker(settings: Settings, changed: (state: 'open' | 'half-open' | 'closed') => void) {
  const breaker = circuitBreaker(
    handleWhen((error) => {
      if (error instanceof UpstreamError) return error.counted;
      // A trial whose browser left has shown nothing, so it must not close the breaker.
      return breaker.state === CircuitState.HalfOpen;
    }),
    {
      breaker: new SamplingBreaker({
        threshold: settings.breakAtShare,
        duration: settings.breakWindowMs,
        minimumRps: (settings.breakAtLeast * 1_000) / settings.breakWindowMs,
      }),
      halfOpenAfter: settings.breakMs,
    },
  );
  breaker.onBreak(() => changed('open'));
  breaker.onHalfOpen(() => changed('half-open'));
  breaker.onReset(() => changed('closed'));

  return {
    closed: () => breaker.state === CircuitState.Closed,
    /** Throws `broken` instead of doing the work. */
    async guard<T>(work: () => Promise<T>): Promise<T> {
      // Others than the trial would wait for its end in here, without hearing their signals.
      if (breaker.state === CircuitState.HalfOpen) throw new UpstreamError('broken', 'is being tried again');
      try {
        return await breaker.execute(work);
      } catch (error) {
        throw error instanceof BrokenCircuitError ? new UpstreamError('broken', 'failed too often') : error;
      }
    },
  };
}
