import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Session } from '#contract/session.ts';

/** What finds a session works with this, as a handler does. */
export interface AuthenticateContext {
  readonly request: FastifyRequest;
  readonly log: FastifyBaseLogger;
  readonly settings: FastifyInstance['settings'];
  readonly services: FastifyInstance['services'];
  readonly upstreams: FastifyRequest['upstreams'];
}

/** Finds the session of a request. The only place where a request gets one. */
export type Authenticate = (context: AuthenticateContext) => Session | null | Promise<Session | null>;

/** No request has a session: the default until sign-in is built. */
export const anonymous: Authenticate = () => null;

export const session = fp<{ authenticate: Authenticate }>(
  async (app, { authenticate }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const { log } = request;
      const found = authenticate({
        ...{ request, log, settings: app.settings, services: app.services },
        get upstreams() {
          return request.upstreams;
        },
      });
      const assign = (session: Session | null) => {
        request.session = session;
        done();
      };
      if (found instanceof Promise) found.then(assign, done);
      else assign(found);
    });
  },
  { name: 'session' },
);
