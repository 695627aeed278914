import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { platformError } from '#platform/contract/app-error.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { ANY_ROLE, type Roles } from '#platform/contract/call.ts';
import { anonymous, type SessionSchema } from '#platform/contract/session/define-session.ts';
import type { Session } from '#platform/contract/product/session.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';
import { openStreams } from '#platform/calls/open-streams.ts';
import { clientSite, type IsTrusted } from '#platform/http/client-address.ts';
import { SAFE_METHODS } from '#platform/http/csrf.ts';
import { unknownRoutes } from '#platform/http/errors/error-handler.ts';
import type { SessionSettings } from './session-settings.ts';
import type { SessionContext } from './session-context.ts';
import { StoreUnavailable } from './store/session-store.ts';

export type Authenticate = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Session | null | Promise<Session | null>;

interface Options extends Pick<SessionContext, 'permissionsOf' | 'fromClaims' | 'isDevelopment'> {
  readonly isTrusted: IsTrusted;
  /** `null` disables sign-in: all requests are anonymous, unless `authenticate` is given. */
  readonly session: SessionSchema | null;
  readonly authenticate?: Authenticate | undefined;
  readonly settings: SessionSettings;
}

/** Authenticates and authorizes requests. If the contract declares a session, also signs users in. */
export const session = fp<Options>(
  async (app, { session: schema, permissionsOf, ...options }) => {
    await app.register(openStreams);
    await app.register(authenticate, { find: options.authenticate });
    // Registered after authentication, so that a request that gets 404 also keeps the session alive.
    await app.register(unknownRoutes);
    await app.register(authorize, { permissionsOf });
    if (schema) {
      const { sessions } = await import('./sessions.ts');
      await app.register(sessions, { schema, permissionsOf, ...options });
    } else app.decorate('signIn', undefined);
  },
  { name: 'session' },
);

/** Assigns each request its session: the result of `find` if given, otherwise the session that the cookie identifies. */
const authenticate = fp<{ find: Authenticate | undefined }>(
  async (app, options) => {
    app.decorateRequest('session');
    app.decorateRequest('sessionRecord');
    app.decorateRequest('client', {
      getter() {
        const subject = this.sessionRecord === undefined ? null : this.session.subject;
        return subject ?? clientSite(this.ip);
      },
    });
    app.addHook('onRequest', async (request, reply) => {
      request.sessionRecord = null;
      const find = options.find ?? app.signIn?.find;
      const found = find && isBeneathApi(request.url) ? await find(request, reply) : null;
      request.session = found ?? anonymous;
    });
  },
  { name: 'authenticate' },
);

/**
 * True for a route that must not exist: outside the API path, and with an unsafe method or a permission other than `ANY_ROLE`. Requests outside the
 * API path have neither a session nor the CSRF check.
 */
const isUnprotected = (url: string, method: string | string[], permission: string) =>
  !isBeneathApi(url) && (permission !== ANY_ROLE || ![method].flat().every((name) => SAFE_METHODS.has(name)));

/** Without the session store, requests have the role `anonymous`. */
const roleOf = ({ sessionRecord, session }: FastifyRequest): string =>
  sessionRecord === undefined ? 'anonymous' : session.role;

/**
 * Adds `request.can`. Rejects a request with 401 or 403 if its role does not have the route's permission. Startup fails if a route has no permission, or if
 * `isUnprotected` is true.
 */
const authorize = fp<{ permissionsOf: Roles }>(
  async (app, { permissionsOf }) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.permission) throw new Error(`${String(method)} ${url} has no permission`);
      if (isUnprotected(url, method, config.permission))
        throw new Error(`${String(method)} ${url} must be beneath ${API_PATH}: elsewhere, it has no session`);
    });
    app.decorateRequest('can', function can(permission) {
      const role = roleOf(this);
      return Object.hasOwn(permissionsOf, role) && permissionsOf[role]!.includes(permission);
    });
    app.addHook('onRequest', (request, _reply, done) => {
      const { sessionRecord, session, routeOptions, log } = request;
      if (app.signIn?.isForAnother(request)) return done(platformError('other-user'));
      const { permission } = routeOptions.config;
      const role = roleOf(request);
      if (role !== 'anonymous' && !Object.hasOwn(permissionsOf, role))
        log.error({ role }, 'unknown role: it has no permissions');
      if (!permission || permission === ANY_ROLE || request.can(permission)) done();
      else if (sessionRecord === undefined) done(new StoreUnavailable());
      else done(platformError(session.subject === null ? 'unauthenticated' : 'forbidden'));
    });
  },
  { name: 'authorize', dependencies: ['authenticate'] },
);
