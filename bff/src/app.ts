import Fastify, { type FastifyInstance } from 'fastify';
import type { DestinationStream } from 'pino';
import { fillings } from './calls/all.ts';
import type { Config } from './config.ts';
import { document } from './openapi.ts';
import { API_PATH, limits } from '#contract/constants.ts';
import { authorize } from '#platform/authorize.ts';
import { buildId } from '#platform/build.ts';
import { clientError } from '#platform/client-error.ts';
import { clientReports } from '#platform/client-reports.ts';
import { compression } from '#platform/compression.ts';
import { crossSite } from '#platform/cross-site.ts';
import { deadlines } from '#platform/deadlines.ts';
import { allowDiagnostics, diagnostics, findingEcho, isHandshake } from '#platform/diagnostics.ts';
import { embeddedClient } from '#platform/embedded-client.ts';
import { fill } from '#platform/fill.ts';
import { logging } from '#platform/logging.ts';
import { metrics } from '#platform/metrics.ts';
import { problems, sendUnroutable } from '#platform/problems.ts';
import { requestId, requestIds } from '#platform/request-id.ts';
import { canonicalUrl, requestPaths } from '#platform/request-path.ts';
import { security } from '#platform/security.ts';
import { upstreams } from '#upstreams/all.ts';
import type { Upstream } from '#upstreams/kit/define-upstream.ts';
import { registerUpstreams } from '#upstreams/register.ts';
import { nobody, session, type WhoAsks } from '#platform/session.ts';
import { calls } from '#contract/calls/all.ts';
import type { Roles } from '#contract/define.ts';
import { errors } from '#contract/errors.ts';
import { permissionsOf } from '#contract/permissions.ts';

export interface Parts {
  /** Who is asking; nobody until sign-in is filled in. */
  readonly whoAsks?: WhoAsks;
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
  await app.register(crossSite);
  await app.register(buildId);
  await app.register(deadlines);
  await app.register(metrics);
  await app.register(compression);
  await app.register(registerUpstreams, {
    defined: parts.upstreams ?? upstreams,
    addresses: config.upstreams,
  });
  await app.register(session, { whoAsks: parts.whoAsks ?? nobody });
  const roles = parts.permissionsOf ?? permissionsOf;
  await app.register(authorize, { permissionsOf: config.diagnostics ? allowDiagnostics(roles) : roles });

  await app.register(fill(errors, calls, fillings, config), { prefix: API_PATH });
  await app.register(clientReports);
  if (config.diagnostics) await app.register(diagnostics, { ingressStripsPrefix });

  if (config.openapi) {
    const options = { config: { permission: 'status:read' } };
    app.get(`${API_PATH}/openapi.json`, options, () => document);
  }
  if (config.clientBuild) {
    const { clientBuild: build, connectSrc, frameAncestors } = config;
    await app.register(embeddedClient, { build, connectSrc, frameAncestors });
  }
  return app;
}
