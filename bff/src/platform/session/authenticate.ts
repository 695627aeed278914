import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { anonymous } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import { isBeneathApi } from '#edge/paths.ts';

/** What finds a session works with this, as a handler does. */
export interface AuthenticateContext {
  readonly request: FastifyRequest;
  readonly log: FastifyBaseLogger;
  readonly settings: FastifyInstance['settings'];
  readonly services: FastifyInstance['services'];
  readonly upstreams: FastifyRequest['upstreams'];
}

/** Finds the session of a request; `null` for nobody. */
export type Authenticate = (context: AuthenticateContext) => Session | null | Promise<Session | null>;

/** Gives every request its session: the one of its cookie, or the one that a product's own `authenticate` finds. */
export const session = fp<{ authenticate: Authenticate | undefined }>(
  async (app, { authenticate }) => {
    const find = (request: FastifyRequest) => {
      if (!authenticate) return isBeneathApi(request.url) && app.signIn ? app.signIn.find(request) : null;
      const { log } = request;
      return authenticate({
        ...{ request, log, settings: app.settings, services: app.services },
        get upstreams() {
          return request.upstreams;
        },
      });
    };
    app.decorateRequest('session');
    app.addHook('onRequest', (request, _reply, done) => {
      const found = find(request);
      const assign = (session: Session | null) => {
        request.session = session ?? anonymous;
        done();
      };
      if (found instanceof Promise) found.then(assign, done);
      else assign(found);
    });
  },
  { name: 'session' },
);
