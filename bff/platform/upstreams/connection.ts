import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Pool } from 'undici';
import { platformError } from '#platform/contract/app-error.ts';
import { createBreaker } from './breaker.ts';
import { createBulkhead } from './bulkhead.ts';
import { Cancellation } from './cancellation.ts';
import { atEnd, type exchange, type UpstreamResponse } from './exchange.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { createRetries } from './retries.ts';
import type { Settings } from './settings.ts';
import { uploadStall } from './stalls.ts';
import type { Long } from './long-places.ts';
import { UpstreamError } from './upstream-error.ts';

/** Client's request on whose behalf the BFF sends an upstream request. */
type Sender = Pick<FastifyRequest, 'client' | 'deadline'>;

export const STALLED =
  'stalled: its client made no progress for 5 s, and another client needed its connection';
const SAFE = ['GET', 'HEAD', 'OPTIONS'];
const IDEMPOTENT_WRITES = ['PUT', 'DELETE'];
const PRECONDITIONS = ['if-match', 'if-none-match', 'if-unmodified-since'];

/**
 * True if the request can be sent again (RFC 9110, section 9.2.2). A conditional write is sent only once: if only its response was lost, a retry would
 * fail with 412, as if another user had changed the resource.
 */
const isRepeatable = ({ method, headers, body }: PreparedRequest): boolean =>
  !(body instanceof Readable) &&
  (SAFE.includes(method) ||
    (IDEMPOTENT_WRITES.includes(method) && !PRECONDITIONS.some((name) => name in headers)));

/** Replaces errors that the upstream did not cause, so that it does not count as degraded. Returns other errors unchanged. */
function notCounted(error: unknown, isClientLate: boolean, hadTime: boolean): unknown {
  if (!(error instanceof UpstreamError) || !['lost', 'timeout', 'deadline'].includes(error.kind))
    return error;
  if (isClientLate)
    return platformError(error.kind === 'lost' ? 'upstream-unreachable' : 'request-timeout', {
      cause: error,
    });
  return error.kind === 'deadline' && !hadTime ? platformError('upstream-timeout', { cause: error }) : error;
}

/**
 * Returns a function that returns true once the upstream has had nearly all of its time to respond. The time to send a streamed request body does not
 * count.
 */
function watchTime({ body, settings: { headersMs, totalMs } }: PreparedRequest): () => boolean {
  let sentAt = performance.now();
  if (body instanceof Readable) {
    sentAt = Infinity;
    body.once('end', () => (sentAt = performance.now()));
  }
  return () => performance.now() - sentAt >= Math.min(headersMs, totalMs) * 0.9;
}

/** Creates the connections to one upstream, with deadline, retries, bulkhead and circuit breaker. */
export function createConnection(
  origin: string,
  settings: Settings,
  onBreakerChange: Parameters<typeof createBreaker>[1],
  send: typeof exchange,
) {
  const pool = new Pool(origin, {
    connections: settings.connections,
    connectTimeout: settings.connectMs,
    keepAliveTimeout: settings.keepAliveMs,
    keepAliveMaxTimeout: settings.keepAliveMs,
    // Over HTTP/2, one connection would carry many requests; the bulkhead counts one connection per request.
    allowH2: false,
  });
  const bulkhead = createBulkhead(settings);
  const breaker = createBreaker(settings, onBreakerChange);
  const retrying = createRetries();

  /** Sends a request without retries, as soon as the bulkhead admits it. */
  async function attempt(request: PreparedRequest, sender: Sender, cancellation: Cancellation) {
    const client = () => sender.client;
    const isClientLate = () => sender.deadline.isClientLate();
    let response: UpstreamResponse | undefined;
    const uploadStalledMs =
      request.body instanceof Readable ? uploadStall(request.body, isClientLate) : () => 0;
    const long: Long = {
      stalledMs: () => response?.stream?.body.stalledMs() ?? uploadStalledMs(),
      end: () => {
        const error = platformError('request-timeout', { cause: new Error(STALLED) });
        // Destroys the body, because cancelling has no effect on a response that has arrived completely.
        if (response?.stream) response.stream.body.destroy(error);
        else cancellation.cancel(error);
      },
    };
    const isLong =
      request.isStream || request.body instanceof Readable || request.settings.totalMs > settings.totalMs;
    const release = await bulkhead.acquire({ client, ...(isLong && { long }) }, cancellation);
    try {
      const hadTime = watchTime(request);
      return (response = await breaker.run(() =>
        send(pool, request, cancellation).catch((error: unknown) => {
          throw notCounted(error, isClientLate(), hadTime());
        }),
      ));
    } finally {
      atEnd(response, release);
    }
  }

  return {
    load: () => ({ ...bulkhead.load(), isOpen: breaker.isOpen() }),
    close: () => pool.close(),
    /**
     * Sends a request, with retries. Rejects with an `UpstreamError`, with the reason of the deadline's abort, or with `request-timeout` if the
     * client's body is late.
     */
    async send(request: PreparedRequest, sender: Sender): Promise<UpstreamResponse> {
      const { totalMs } = request.settings;
      const cancellation = new Cancellation();
      const unlisten = sender.deadline.whenAborted(cancellation.cancel);
      const expire = () =>
        cancellation.cancel(new UpstreamError('deadline', `took longer than ${totalMs} ms`));
      const timer = setTimeout(expire, totalMs);
      const bytes = request.body instanceof Readable ? request.body : undefined;
      let response: UpstreamResponse | undefined;
      try {
        const limits = {
          isRepeatable: isRepeatable(request),
          cancellation,
          deadlineAt: performance.now() + totalMs,
        };
        return (response = await retrying(() => attempt(request, sender, cancellation), limits));
      } finally {
        clearTimeout(timer);
        // Listens until the response stream ends, because the client can disconnect until then.
        atEnd(response, unlisten);
        if (!response) bytes?.on('error', () => {}).destroy();
      }
    },
  };
}
