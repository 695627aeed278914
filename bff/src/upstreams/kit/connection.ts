import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { createBreaker } from './breaker.ts';
import { Cancellation } from './cancellation.ts';
import { exchange, type UpstreamResponse } from './exchange.ts';
import { UpstreamError } from './upstream-error.ts';
import { createRetries } from './retries.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { Settings } from './settings.ts';
import { createBulkhead } from './bulkhead.ts';

export type State = 'up' | 'degraded' | 'unknown';

const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

/** The connections to one upstream, with everything that keeps its trouble from becoming ours. */
export function createConnection(
  origin: string,
  settings: Settings,
  changed: Parameters<typeof createBreaker>[1],
) {
  const pool = new Pool(origin, {
    connections: settings.connections,
    connectTimeout: settings.connectMs,
    // With HTTP/2 a connection would carry many requests, and the bulkhead would count something else.
    allowH2: false,
  });
  const slots = createBulkhead(settings.connections, settings.waiting);
  const breaker = createBreaker(settings, changed);
  const retrying = createRetries();
  let last: 'none' | 'fine' | 'failing' = 'none';

  async function noted(given: PreparedRequest, cancellation: Cancellation): Promise<UpstreamResponse> {
    try {
      const answer = await exchange(pool, given, cancellation);
      last = 'fine';
      return answer;
    } catch (error) {
      if (error instanceof UpstreamError) last = error.counted ? 'failing' : 'fine';
      throw error;
    }
  }

  async function attempt(given: PreparedRequest, cancellation: Cancellation): Promise<UpstreamResponse> {
    if (!slots.taken()) await slots.turn(cancellation);
    let answer: UpstreamResponse | undefined;
    try {
      answer = await breaker.guard(() => noted(given, cancellation));
      return answer;
    } finally {
      if (answer?.stream) answer.stream.body.once('close', slots.release);
      else slots.release();
    }
  }

  return {
    /** Rejects with a `UpstreamError`, or the signal's reason. */
    async send(given: PreparedRequest, signal: AbortSignal): Promise<UpstreamResponse> {
      const { totalMs } = given.settings;
      const cancellation = new Cancellation();
      const leave = () => cancellation.cancel(signal.reason);
      signal.addEventListener('abort', leave);
      const letGo = () => signal.removeEventListener('abort', leave);
      const deadline = setTimeout(
        () => cancellation.cancel(new UpstreamError('late', `took longer than ${totalMs} ms`)),
        totalMs,
      );
      const repeatable = IDEMPOTENT.includes(given.method) && !(given.body instanceof Readable);
      const deadlineAt = performance.now() + totalMs;
      let answer: UpstreamResponse | undefined;
      try {
        if (signal.aborted) leave();
        answer = await retrying({ repeatable, cancellation, deadlineAt }, () => attempt(given, cancellation));
        return answer;
      } finally {
        clearTimeout(deadline);
        // A stream goes on, and so does the browser's right to leave.
        if (answer?.stream) answer.stream.body.once('close', letGo);
        else letGo();
        if (!answer && given.body instanceof Readable) given.body.on('error', () => {}).destroy();
      }
    },
    /** Nothing was asked yet: unknown. */
    state: (): State =>
      last === 'none' ? 'unknown' : last === 'fine' && breaker.closed() ? 'up' : 'degraded',
    /** Resolves when what is under way has ended. */
    close: () => pool.close(),
  };
}
