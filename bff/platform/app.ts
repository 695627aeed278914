import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import './fastify.ts';
import type { Config } from './config.ts';
import { productModules, type ProductModules } from './product-modules.ts';
import { failStartup, startErrors } from './start-errors.ts';
import { API_PATH } from './contract/api-path.ts';
import { registerCalls } from './calls/register-calls.ts';
import { requestChecks } from './http/request-checks.ts';
import { requestLimits } from './http/request-limits.ts';
import { createServer } from './http/server.ts';
import { staticClient } from './http/static-client.ts';
import { clientReports } from './operations/client-reports.ts';
import { diagnostics } from './operations/diagnostics.ts';
import { logging } from './operations/logging.ts';
import { operations } from './operations/operations.ts';
import { session } from './session/session.ts';
import { registerServices } from './services/register.ts';
import { passLength } from './upstreams/pass-length.ts';
import { registerUpstreams } from './upstreams/register.ts';

/** Builds the application, which does not listen yet. Rejects with a `ConfigError` that lists the mistakes in the product's modules. */
export async function buildApp(
  config: Config,
  overrides: Partial<ProductModules> = {},
): Promise<FastifyInstance> {
  const modules = { ...productModules, ...overrides };
  failStartup(startErrors(modules, config.allowMocks));
  const { app, limiter, isTrusted } = createServer({
    ...config,
    calls: modules.calls,
    logging: logging(config.logLevel, { to: modules.logTo, secrets: config.secrets }),
  });
  // Registered first, so that traces and metrics include rejected requests.
  await app.register(operations, { collector: config.collector });
  // Checks host, path and origin before anything else reads the request.
  await app.register(requestChecks, { isTrusted, hstsSeconds: config.hstsSeconds });
  // Registered before the session, because finding the session counts towards the deadline.
  await app.register(requestLimits, { limiter, isTrusted });
  // Registered before everything that uses services, so that the services close last.
  await app.register(registerServices, { services: modules.services, settings: config.settings });
  // Registered after the services, which add `app.settings`: upstreams read the settings.
  await app.register(registerUpstreams, { upstreams: modules.upstreams, urls: config.upstreams });
  // Registered before the routes, because the `onRoute` hook of `session` requires each route to name a permission.
  const { session: settings, isDevelopment } = config;
  await app.register(session, { ...modules, settings, isDevelopment, isTrusted });
  // Registered after the platform's hooks, and before the calls, which can use the plugins' decorators.
  await app.register(fp(modules.plugins));
  // Registered after the product's hooks, which may replace a body.
  await app.register(passLength);
  // Registered after the session, whose hooks authorize each call.
  await app.register(registerCalls, { prefix: API_PATH, ...modules, servesOpenapi: config.openapi });
  // Registered after the limits, so that the limits also apply to error reports.
  await app.register(clientReports);
  if (config.diagnostics) await app.register(diagnostics, { secret: config.diagnostics });
  // Registered last, because its wildcard route matches every other path.
  if (config.clientBuild)
    await app.register(staticClient, { build: config.clientBuild, settings: config.shared });
  return app;
}
