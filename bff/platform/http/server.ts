import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import Fastify, { type FastifyHttpOptions, type FastifyServerOptions } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import type { Calls } from '#platform/contract/call.ts';
import { limits } from '#platform/contract/limits.ts';
import { isBeneathApi, pathOf } from '#platform/edge/paths.ts';
import { trustedProxies } from './client-address.ts';
import { sendUnroutable } from './errors/error-handler.ts';
import { malformedRequest } from './malformed-request.ts';
import { ConcurrencyLimiter, sendOverloaded } from './overload/concurrency-limiter.ts';
import { limitConnections } from './overload/client-limits.ts';
import { schedule } from './overload/schedule.ts';
import { requestId } from './response-headers.ts';

/** Number of requests in work up to which a new request starts at once. Above this number, `schedule` delays new requests. */
const IMMEDIATE_REQUESTS = limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY / 2;

const isBeneath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/**
 * Rewrites a URL to origin form (RFC 9112, section 3.2.1). Removes repeated slashes, and adds the base path if the ingress strips it. Keeps query
 * and percent-encoding.
 */
const canonicalUrl =
  (ingressStripsPrefix: boolean) =>
  (request: Pick<IncomingMessage, 'url'>): string => {
    const origin = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    const sent = pathOf(origin);
    const path = sent.replace(/\/{2,}/g, '/') || '/';
    return (ingressStripsPrefix && !isBeneath(path) ? BASE_PATH + path : path) + origin.slice(sent.length);
  };

interface Options {
  readonly ingressStripsPrefix: boolean;
  readonly trustedProxies: readonly string[];
  readonly calls: Calls;
  readonly logging: Pick<FastifyServerOptions, 'loggerInstance' | 'logController' | 'childLoggerFactory'>;
}

export function createServer(options: Options) {
  const isTrusted = trustedProxies(options.trustedProxies);
  const canonical = canonicalUrl(options.ingressStripsPrefix);
  const deadlines = Object.values(options.calls).map(({ deadlineMs = 0 }) => deadlineMs);
  // Closes a silent connection only after the longest deadline, because a handler may take that long to respond.
  const silenceMs = Math.max(limits.STREAM_SILENCE_MS, ...deadlines) + 1_000;
  const limiter = new ConcurrencyLimiter((rejected) =>
    app.log.warn({ rejected }, 'overloaded: requests rejected'),
  );
  const app = Fastify({
    ...options.logging,
    // Fastify sees only admitted requests, because rejecting a request must cost less than handling it.
    serverFactory: (handle, { http = {}, keepAliveTimeout }: FastifyHttpOptions<Server>) =>
      createHttpServer({ ...http, keepAliveTimeout }, (request, response) => {
        if (!limiter.admit(request, response)) return sendOverloaded(request, response);
        if (limiter.inWork <= IMMEDIATE_REQUESTS) return handle(request, response);
        schedule(request, () => {
          if (!response.destroyed) handle(request, response);
        });
      })
        // Ignores an unknown `Expect` header, as nginx does: the 417 of Node.js lacks the common response headers.
        .on('checkExpectation', (request, response) => app.server.emit('request', request, response)),
    genReqId: requestId,
    trustProxy: isTrusted,
    rewriteUrl: canonical,
    frameworkErrors: sendUnroutable,
    clientErrorHandler: malformedRequest((url) => isBeneathApi(canonical({ url }))),
    bodyLimit: limits.BODY_BYTES,
    keepAliveTimeout: limits.IDLE_MS + 10_000,
    http: {
      // Limits how long a request body may continue after the response. Before the response, the call's deadline applies.
      requestTimeout: silenceMs,
      headersTimeout: limits.HEADERS_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.HEADERS_BYTES,
      requireHostHeader: false,
      // Fastify responds to every request, also to one with `Upgrade: h2c`, which Java's HttpClient sends.
      shouldUpgradeCallback: () => false,
    },
    routerOptions: { maxParamLength: limits.HEADERS_BYTES },
    return503OnClosing: false,
  });
  limitConnections(app.server, isTrusted, silenceMs);
  return { app, limiter, isTrusted };
}
