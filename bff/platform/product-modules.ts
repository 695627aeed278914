import type { FastifyPluginAsync } from 'fastify';
import type { DestinationStream } from 'pino';
import { handlers } from './product/handlers.ts';
import { calls } from './contract/product/calls.ts';
import { errors } from './contract/product/errors.ts';
import type { Calls, Roles } from './contract/call.ts';
import type { Catalogue } from './contract/error-catalogue.ts';
import type { SessionSchema } from './contract/session/define-session.ts';
import { permissionsOf } from './contract/product/permissions.ts';
import { session } from './contract/product/session.ts';
import type { AnyHandler } from './calls/handler.ts';
import type { Authenticate } from './session/session.ts';
import type { FromClaims } from './session/oidc/from-claims.ts';
import { plugins } from './product/plugins.ts';
import { fromClaims } from './product/roles-from-claims.ts';
import { services } from './product/services.ts';
import type { Service } from './services/define-service.ts';
import { upstreams } from './product/upstreams.ts';
import type { Upstream } from './upstreams/define-upstream.ts';

/** Modules that a product fills in. The platform's tests replace them, so that the tests do not depend on a product. */
export interface ProductModules {
  readonly calls: Calls;
  readonly errors: Catalogue;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly permissionsOf: Roles;
  readonly upstreams: Readonly<Record<string, Upstream>>;
  readonly services: Readonly<Record<string, Service>>;
  /** Schema of the session's data. Null makes all requests anonymous. */
  readonly session: SessionSchema | null;
  readonly fromClaims: FromClaims;
  readonly plugins: FastifyPluginAsync;
  /** Provides the session in tests, instead of a cookie. */
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
