import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** Who sends a request. */
export interface Session {
  readonly subject: string;
  /** One of the contract's roles; an unknown role has no permissions. */
  readonly role: string;
}

/** Finds the session of a request. The only place where a request gets one. */
export type Authenticate = (request: FastifyRequest) => Session | null | Promise<Session | null>;

/** No request has a session: the default until sign-in is built. */
export const anonymous: Authenticate = () => null;

export const session = fp<{ authenticate: Authenticate }>(
  async (app, { authenticate }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const found = authenticate(request);
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
