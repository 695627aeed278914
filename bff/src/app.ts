import Fastify, { type FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { getStatus } from './calls/status/get-status.ts';
import type { Config } from './config.ts';
import { API_PATH, limits } from '#contract/constants.ts';
import { authorize } from '#platform/authorize.ts';
import { clientError } from '#platform/client-error.ts';
import { compression } from '#platform/compression.ts';
import { embeddedClient } from '#platform/embedded-client.ts';
import { fill } from '#platform/fill.ts';
import { logging } from '#platform/logging.ts';
import { metrics } from '#platform/metrics.ts';
import { problems, sendUnroutable } from '#platform/problems.ts';
import { requestId, requestIds } from '#platform/request-id.ts';
import { canonicalUrl, requestPaths } from '#platform/request-path.ts';
import { security } from '#platform/security.ts';
import { session } from '#platform/session.ts';
import { status } from '#contract/calls/status.ts';

/** The whole application, not yet listening. What is registered on it before it listens is part of it. */
export async function buildApp(config: Config, logTo?: DestinationStream): Promise<FastifyInstance> {
  const app = Fastify({
    ...logging(config.logLevel, logTo),
    genReqId: requestId,
    trustProxy: [...config.trustedProxies],
    rewriteUrl: canonicalUrl(config.ingressStripsPrefix),
    frameworkErrors: sendUnroutable,
    clientErrorHandler: clientError,
    bodyLimit: limits.BODY_BYTES,
    handlerTimeout: limits.CALL_MS,
    requestTimeout: limits.REQUEST_MS,
    keepAliveTimeout: limits.IDLE_MS + 10_000,
    http: { headersTimeout: limits.HEADERS_MS, maxHeaderSize: limits.HEADERS_BYTES },
    routerOptions: { maxParamLength: limits.HEADERS_BYTES },
    return503OnClosing: false,
  });

  await app.register(requestIds);
  await app.register(security);
  await app.register(problems);
  await app.register(requestPaths);
  await app.register(metrics);
  await app.register(compression);
  await app.register(session);
  await app.register(authorize);

  await app.register(fill(status, { 'GET /status': getStatus }), { prefix: API_PATH });

  if (config.clientBuild) await app.register(embeddedClient, { build: config.clientBuild });
  return app;
}
