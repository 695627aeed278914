import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import Fastify, { type FastifyHttpOptions, type FastifyServerOptions } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import type { Calls } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import { pathOf } from '#edge/paths.ts';
import { trustedProxies } from './client-address.ts';
import { sendUnroutable } from './errors/error-handler.ts';
import { malformedRequest } from './malformed-request.ts';
import { Admission, refuse } from './overload/admission.ts';
import { limitConnections, longestSilenceMs } from './overload/client-limits.ts';
import { paced } from './overload/pacing.ts';
import { requestId } from './response-headers.ts';

/** Up to this many requests in progress, each begins at once. A busy process has twice as many. */
const FEW = limits.REQUESTS_UNDER_WAY_WHEN_BUSY / 2;

const isBeneath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/**
 * The canonical URL of a request, which all other code sees: in origin form (RFC 9112, section 3.2.1), without repeated slashes, and
 * beneath the base path even if the ingress has stripped it. Query and percent-encoding do not change.
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

/** Creates the Fastify instance without routes, with the limits of its connections, and what the groups in `app.ts` need of it. */
export function createServer(options: Options) {
  const isTrusted = trustedProxies(options.trustedProxies);
  const silenceMs = longestSilenceMs(options.calls);
  const admission = new Admission((refused) => app.log.warn({ refused }, 'overload'));
  const app = Fastify({
    ...options.logging,
    // A refusal must cost less than the request, so Fastify sees only admitted requests.
    serverFactory: (handle, { http = {}, keepAliveTimeout }: FastifyHttpOptions<Server>) =>
      createHttpServer({ ...http, keepAliveTimeout }, (request, response) => {
        if (!admission.admit(response)) return refuse(request, response);
        if (admission.underWay <= FEW) return handle(request, response);
        paced(request, () => {
          if (!response.destroyed) handle(request, response);
        });
      })
        // Ignores an unknown expectation, as nginx does: the 417 of Node.js lacks the headers that every response has.
        .on('checkExpectation', (request, response) => app.server.emit('request', request, response)),
    genReqId: requestId,
    trustProxy: isTrusted,
    rewriteUrl: canonicalUrl(options.ingressStripsPrefix),
    frameworkErrors: sendUnroutable,
    clientErrorHandler: malformedRequest,
    bodyLimit: limits.BODY_BYTES,
    keepAliveTimeout: limits.IDLE_MS + 10_000,
    http: {
      // Each call has its own deadline, which its body must meet; this ends what is left of a body after the response.
      requestTimeout: silenceMs,
      headersTimeout: limits.HEADERS_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.HEADERS_BYTES,
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: limits.HEADERS_BYTES },
    return503OnClosing: false,
  });
  limitConnections(app.server, isTrusted, silenceMs);
  return { app, admission, isTrusted };
}
