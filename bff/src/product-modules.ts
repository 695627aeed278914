import type { FastifyPluginAsync } from 'fastify';
import type { DestinationStream } from 'pino';
import { handlers } from './calls/all.ts';
import { calls } from '#contract/calls/all.ts';
import { errors } from '#contract/errors.ts';
import type { Calls, Roles } from '#contract/kit/call.ts';
import type { Catalogue } from '#contract/kit/error-catalogue.ts';
import type { SessionSchema } from '#contract/kit/session/define-session.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { session } from '#contract/session.ts';
import type { AnyHandler } from '#platform/calls/handler.ts';
import type { Authenticate } from '#platform/session/session.ts';
import type { FromClaims } from '#platform/session/oidc/from-claims.ts';
import { plugins } from './plugins.ts';
import { fromClaims } from './roles-from-claims.ts';
import { services } from './services/all.ts';
import type { Service } from '#services/kit/define-service.ts';
import { upstreams } from '#upstreams/all.ts';
import type { Upstream } from '#upstreams/kit/define-upstream.ts';

/** Parts that a product fills in. Tests replace all of them, so that they do not depend on the product. */
export interface ProductModules {
  readonly calls: Calls;
  readonly errors: Catalogue;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly permissionsOf: Roles;
  readonly upstreams: Readonly<Record<string, Upstream>>;
  readonly services: Readonly<Record<string, Service>>;
  /** Data of a session. Null makes all requests anonymous. */
  readonly session: SessionSchema | null;
  readonly fromClaims: FromClaims;
  readonly plugins: FastifyPluginAsync;
  /** Replaces the session cookie in tests. */
  readonly authenticate?: Authenticate;
  readonly logTo?: DestinationStream;
}

export const productModules: ProductModules = {
  calls,
  errors,
  handlers,
  permissionsOf,
  upstreams,
  services,
  session,
  fromClaims,
  plugins,
};
