import Fastify, { type FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { handlers } from './calls/all.ts';
import type { Config } from './config.ts';
import { document } from './openapi.ts';
import { API_PATH, limits } from '#contract/constants.ts';
import { authorize } from './platform/session/authorize.ts';
import { buildId } from './platform/http/build-id.ts';
import { clientError } from './platform/http/malformed-request.ts';
import { clientReports } from './platform/operations/client-reports.ts';
import { compression } from './platform/http/compression.ts';
import { csrf } from './platform/http/csrf.ts';
import { deadlines } from './platform/http/deadlines.ts';
import {
  allowDiagnostics,
  diagnostics,
  findingEcho,
  isHandshake,
} from './platform/operations/diagnostics.ts';
import { staticClient } from './platform/http/static-client.ts';
import { registerCalls } from './platform/calls/register-calls.ts';
import { logging } from './platform/operations/logging.ts';
import { metrics } from './platform/operations/metrics.ts';
import { problems, sendUnroutable } from './platform/http/error-handler.ts';
import { requestId, requestIds } from './platform/http/request-ids.ts';
import { canonicalUrl, requestPaths } from './platform/http/request-paths.ts';
import { security } from './platform/http/security-headers.ts';
import { upstreams } from '#upstreams/all.ts';
import type { Upstream } from '#upstreams/kit/define-upstream.ts';
import { registerUpstreams } from '#upstreams/register.ts';
import { nobody, session, type Authenticate } from './platform/session/authenticate.ts';
import { calls } from '#contract/calls/all.ts';
import type { Roles } from './contract/kit/call.ts';
import { errors } from '#contract/errors.ts';
import { permissionsOf } from '#contract/permissions.ts';

export interface Parts {
  /** Who is asking; nobody until sign-in is filled in. */
  readonly authenticate?: Authenticate;
  readonly permissionsOf?: Roles;
  readonly upstreams?: Readonly<Record<string, Upstream>>;
  /** Where the log goes; standard output unless said. */
  readonly logTo?: DestinationStream;
}

/** The whole application, not yet listening. What is registered on it before it listens is part of it. */
export async function buildApp(config: Config, parts: Parts = {}): Promise<FastifyInstance> {
  const { ingressStripsPrefix } = config;
  const rewriteUrl = canonicalUrl(ingressStripsPrefix);
  const app = Fastify({
    ...logging(config.logLevel, parts.logTo),
    genReqId: requestId,
    trustProxy: [...config.trustedProxies],
    rewriteUrl: config.diagnostics ? findingEcho(rewriteUrl) : rewriteUrl,
    frameworkErrors: sendUnroutable,
    clientErrorHandler: clientError,
    bodyLimit: limits.BODY_BYTES,
    requestTimeout: limits.REQUEST_MS,
    keepAliveTimeout: limits.IDLE_MS + 10_000,
    http: {
      headersTimeout: limits.HEADERS_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.HEADERS_BYTES,
      ...(config.diagnostics && { shouldUpgradeCallback: isHandshake }),
    },
    routerOptions: { maxParamLength: limits.HEADERS_BYTES },
    return503OnClosing: false,
  });

  await app.register(requestIds);
  await app.register(security, { hstsSeconds: config.hstsSeconds });
  await app.register(problems);
  await app.register(requestPaths);
  await app.register(csrf);
  await app.register(buildId);
  await app.register(deadlines);
  await app.register(metrics);
  await app.register(compression);
  await app.register(registerUpstreams, {
    upstreams: parts.upstreams ?? upstreams,
    urls: config.upstreams,
  });
  await app.register(session, { authenticate: parts.authenticate ?? nobody });
  const roles = parts.permissionsOf ?? permissionsOf;
  await app.register(authorize, { permissionsOf: config.diagnostics ? allowDiagnostics(roles) : roles });

  await app.register(registerCalls(errors, calls, handlers, config), { prefix: API_PATH });
  await app.register(clientReports);
  if (config.diagnostics) await app.register(diagnostics, { ingressStripsPrefix });

  if (config.openapi) {
    const options = { config: { permission: 'status:read' } };
    app.get(`${API_PATH}/openapi.json`, options, () => document);
  }
  if (config.clientBuild) {
    const { clientBuild: build, connectSrc, frameAncestors } = config;
    await app.register(staticClient, { build, connectSrc, frameAncestors });
  }
  return app;
}
