import { Readable } from 'node:stream';
import { Pool } from 'undici';
import { createBreaker } from './breaker.ts';
import { createBulkhead } from './bulkhead.ts';
import { Cancellation } from './cancellation.ts';
import { atEnd, type exchange, type UpstreamResponse } from './exchange.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { createRetries } from './retries.ts';
import type { Settings } from './settings.ts';
import { UpstreamError } from './upstream-error.ts';

const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'];

/** The connections to one upstream, with its deadline, retries, bulkhead and circuit breaker. */
export function createConnection(
  origin: string,
  settings: Settings,
  onBreakerChange: Parameters<typeof createBreaker>[1],
  send: typeof exchange,
) {
  const pool = new Pool(origin, {
    connections: settings.connections,
    connectTimeout: settings.connectMs,
    // Over HTTP/2 a connection carries many requests, so the bulkhead would not limit connections.
    allowH2: false,
  });
  const bulkhead = createBulkhead(settings.connections, settings.waiting);
  const breaker = createBreaker(settings, onBreakerChange);
  const retrying = createRetries();

  async function attempt(request: PreparedRequest, cancellation: Cancellation): Promise<UpstreamResponse> {
    await bulkhead.acquire(cancellation);
    let response: UpstreamResponse | undefined;
    try {
      return (response = await breaker.run(() => send(pool, request, cancellation)));
    } finally {
      atEnd(response, bulkhead.release);
    }
  }

  return {
    state: breaker.state,
    /** For the metrics. */
    load: () => ({ ...bulkhead.load(), isOpen: breaker.isOpen() }),
    /** Resolves when the requests under way have ended. */
    close: () => pool.close(),
    /** Sends one request, with its retries. Rejects with an `UpstreamError`, or with the signal's reason. */
    async send(request: PreparedRequest, signal: AbortSignal): Promise<UpstreamResponse> {
      const { totalMs } = request.settings;
      const cancellation = new Cancellation();
      const abort = () => cancellation.cancel(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      const expire = () =>
        cancellation.cancel(new UpstreamError('deadline', `took longer than ${totalMs} ms`));
      const timer = setTimeout(expire, totalMs);
      const bytes = request.body instanceof Readable ? request.body : undefined;
      const isRepeatable = !bytes && IDEMPOTENT.includes(request.method);
      let response: UpstreamResponse | undefined;
      try {
        const limits = { isRepeatable, cancellation, deadlineAt: performance.now() + totalMs };
        return (response = await retrying(() => attempt(request, cancellation), limits));
      } finally {
        clearTimeout(timer);
        // While a stream goes on, the browser can still leave.
        atEnd(response, () => signal.removeEventListener('abort', abort));
        if (!response) bytes?.on('error', () => {}).destroy();
      }
    },
  };
}
