import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { API_PATH } from '#contract/kit/api-path.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { ANY_ROLE, type Roles } from '#contract/kit/call.ts';
import { anonymous, type SessionSchema } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import { isBeneathApi } from '#edge/paths.ts';
import { openStreams } from '#platform/calls/open-streams.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import { unknownRoutes } from '#platform/http/errors/error-handler.ts';
import type { FromClaims } from './oidc/from-claims.ts';
import type { SessionSettings } from './session-settings.ts';
import { type Eventually, storeIsAway } from './store/session-store.ts';

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Eventually<Session | null>;

interface Options {
  /** Null: all requests are anonymous. */
  readonly session: SessionSchema | null;
  readonly permissionsOf: Roles;
  readonly fromClaims: FromClaims;
  readonly authenticate?: Authenticate | undefined;
  readonly settings: SessionSettings;
  readonly isDevelopment: boolean;
}

/** Authenticates and authorizes requests; with a session in the contract, signs users in. */
export const session = fp<Options>(
  async (app, { session: schema, permissionsOf, ...options }) => {
    // Streams of events end with their session.
    await app.register(openStreams);
    await app.register(authenticate, { find: options.authenticate });
    // After the session is known: a 404 keeps it alive, too.
    await app.register(unknownRoutes);
    await app.register(authorize, { permissionsOf });
    if (schema) {
      // Loaded only with a session, because the OpenID client is large.
      const { sessions } = await import('./sessions.ts');
      await app.register(sessions, { schema, permissionsOf, ...options });
    } else app.decorate('signIn', undefined);
  },
  { name: 'session' },
);

/** Gives every call its session: the one of its cookie, unless `find` replaces it. */
const authenticate = fp<{ find: Authenticate | undefined }>(
  async (app, options) => {
    app.decorateRequest('session');
    app.decorateRequest('found');
    app.decorateRequest('client', {
      getter() {
        const subject = this.found === undefined ? null : this.session.subject;
        return subject ?? clientNetwork(this.ip);
      },
    });
    app.addHook('onRequest', (request, reply, done) => {
      request.found = null;
      const find = options.find ?? app.signIn?.find;
      const found = find && isBeneathApi(request.url) ? find(request, reply) : null;
      const assign = (session: Session | null) => {
        request.session = session ?? anonymous;
        done();
      };
      if (found instanceof Promise) found.then(assign, done);
      else assign(found);
    });
  },
  { name: 'authenticate' },
);

/** Answers 401 or 403 to a request whose role lacks the permission of its route. A route of the API without one prevents the start. */
const authorize = fp<{ permissionsOf: Roles }>(
  async (app, { permissionsOf }) => {
    app.addHook('onRoute', ({ url, config }) => {
      if (url.startsWith(`${API_PATH}/`) && !config?.permission)
        throw new Error(`${url} names no permission`);
    });
    app.addHook('onRequest', ({ found, session, routeOptions, log }, _reply, done) => {
      const { permission } = routeOptions.config;
      const role = found === undefined ? 'anonymous' : session.role;
      const granted = Object.hasOwn(permissionsOf, role) ? permissionsOf[role] : undefined;
      if (!granted && role !== 'anonymous') log.error({ role }, 'unknown role: it has no permissions');
      if (!permission || permission === ANY_ROLE || granted?.includes(permission)) done();
      else if (found === undefined) done(storeIsAway());
      else done(platformError(session.subject === null ? 'not-signed-in' : 'forbidden'));
    });
  },
  { name: 'authorize', dependencies: ['authenticate'] },
);
