import Fastify, { type FastifyInstance } from 'fastify';
import manifest from '#package.json' with { type: 'json' };
import { handlers } from './calls/all.ts';
import './fastify.ts';
import type { Config } from './config.ts';
import { calls } from '#contract/calls/all.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import { errors } from '#contract/errors.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { product } from '#contract/product.ts';
import { session as sessionSchema } from '#contract/session.ts';
import type { ProductParts } from './product-parts.ts';
import { openapi } from './platform/calls/openapi.ts';
import { openStreams } from './platform/calls/open-streams.ts';
import { registerCalls } from './platform/calls/register-calls.ts';
import { buildId } from './platform/http/build-id.ts';
import { Admission } from './platform/http/overload/admission.ts';
import { compression } from './platform/http/compression.ts';
import { csrf } from './platform/http/csrf.ts';
import { deadlines } from './platform/http/deadlines.ts';
import { errorHandler, sendUnroutable, unknownRoutes } from './platform/http/errors/error-handler.ts';
import { hostField } from './platform/http/malformed/host-field.ts';
import { jsonBody } from './platform/http/json-body.ts';
import { connectRefusal, malformedRequest } from './platform/http/malformed/malformed-request.ts';
import { admittingServer, overload } from './platform/http/overload/overload.ts';
import { clientLimits, limitConnections, longestSilenceMs } from './platform/http/overload/client-limits.ts';
import { requestId, requestIds } from './platform/http/request-ids.ts';
import { unhandledUpgrade } from './platform/http/malformed/unhandled-upgrade.ts';
import { canonicalUrl, requestPaths } from './platform/http/request-paths.ts';
import { securityHeaderFields } from './platform/http/security-headers.ts';
import { staticClient } from './platform/http/static-client.ts';
import { trustedProxies, untrustedPeers } from './platform/http/trusted-proxies.ts';
import { clientReports } from './platform/operations/client-reports.ts';
import {
  diagnostics,
  DIAGNOSTICS_PERMISSION,
  isHandshake,
  withDiagnostics,
  hasSecret,
} from './platform/operations/diagnostics/diagnostics.ts';
import { logging } from './platform/operations/logging.ts';
import { metrics } from './platform/operations/metrics.ts';
import { session } from './platform/session/authenticate.ts';
import { allowAllRoles, authorize, SESSION_PERMISSION } from './platform/session/authorize.ts';
import { fromClaims } from './roles-from-claims.ts';
import { services } from './services/all.ts';
import { registerServices } from './services/register.ts';
import { refuseStart, startErrors } from './start-errors.ts';
import { upstreams } from '#upstreams/all.ts';
import { registerUpstreams } from '#upstreams/register.ts';

const productParts: ProductParts = {
  calls,
  errors,
  handlers,
  permissionsOf,
  upstreams,
  services,
  session: sessionSchema,
  fromClaims,
};

/** Builds the whole application, which does not listen yet: routes and hooks can still be added. Throws a `ConfigError` for what `startErrors` finds. */
export async function buildApp(
  config: Config,
  replaced: Partial<ProductParts> = {},
): Promise<FastifyInstance> {
  const parts = { ...productParts, ...replaced };
  refuseStart(startErrors(parts, config));
  const { ingressStripsPrefix } = config;
  const rewriteUrl = canonicalUrl(ingressStripsPrefix);
  const isDiagnostics = config.diagnostics === undefined ? undefined : hasSecret(config.diagnostics);
  const isTrusted = trustedProxies(config.trustedProxies);
  const silenceMs = longestSilenceMs(parts.calls);
  const admission = new Admission((refused) => app.log.warn({ refused }, 'overload'));
  const app = Fastify({
    ...logging(config.logLevel, { to: parts.logTo, secrets: config.secrets }),
    serverFactory: admittingServer(admission),
    genReqId: requestId,
    trustProxy: isTrusted,
    rewriteUrl: isDiagnostics ? withDiagnostics(isDiagnostics, rewriteUrl) : rewriteUrl,
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
      ...(isDiagnostics && { shouldUpgradeCallback: isHandshake(isDiagnostics) }),
    },
    routerOptions: { maxParamLength: limits.HEADERS_BYTES },
    return503OnClosing: false,
  });

  limitConnections(app.server, isTrusted, silenceMs);
  for (const doubt of config.doubts) app.log.warn(doubt);
  if (config.session.store && !parts.session)
    app.log.warn('SESSION_STORE is not used: bff/src/contract/session.ts declares no session');

  if (config.collector) {
    const { traces } = await import('./platform/tracing/traces.ts');
    await app.register(traces, { endpoint: config.collector });
  } else app.decorate('startSpan', undefined);
  await app.register(requestIds);
  await app.register(untrustedPeers, { isTrusted });
  await app.register(securityHeaderFields, { hstsSeconds: config.hstsSeconds });
  await app.register(errorHandler);
  await app.register(connectRefusal);
  await app.register(hostField);
  await app.register(unhandledUpgrade);
  await app.register(requestPaths);
  await app.register(csrf);
  await app.register(jsonBody);
  await app.register(buildId);
  await app.register(metrics);
  await app.register(overload, { admission });
  await app.register(deadlines);
  await app.register(clientLimits, { isTrusted });
  await app.register(compression);
  await app.register(registerServices, { services: parts.services, settings: config.settings });
  await app.register(registerUpstreams, { upstreams: parts.upstreams, urls: config.upstreams });
  await app.register(openStreams);
  await app.register(session, { authenticate: parts.authenticate });
  const forAllRoles = [
    ...(config.diagnostics ? [DIAGNOSTICS_PERMISSION] : []),
    ...(parts.session ? [SESSION_PERMISSION] : []),
  ];
  await app.register(unknownRoutes);
  await app.register(authorize, { permissionsOf: forAllRoles.reduce(allowAllRoles, parts.permissionsOf) });
  if (parts.session) {
    const { sessions } = await import('./platform/session/sessions.ts');
    const { permissionsOf, fromClaims } = parts;
    await app.register(sessions, {
      schema: parts.session,
      permissionsOf,
      fromClaims,
      settings: config.session,
      isDevelopment: config.isDevelopment,
    });
  } else app.decorate('signIn', undefined);

  await app.register(registerCalls, { prefix: API_PATH, ...parts });
  await app.register(clientReports);
  if (isDiagnostics)
    await app.register(diagnostics, {
      stripsPrefix: ingressStripsPrefix,
      build: config.clientBuild,
      settings: config.shared,
    });

  if (config.openapi) {
    const document = openapiOf(parts);
    app.get(`${API_PATH}/openapi.json`, { config: { permission: 'status:read' } }, () => document);
  }
  const { clientBuild: build, shared: settings } = config;
  if (build) await app.register(staticClient, { build, settings });
  return app;
}

/** The OpenAPI document of the product. `npm run --silent openapi` prints it. */
export const openapiOf = (parts: Pick<ProductParts, 'calls' | 'errors' | 'permissionsOf'> = productParts) =>
  openapi({ name: product.name, version: manifest.version, ...parts });
