import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** Who is asking. */
export interface Session {
  readonly subject: string;
  /** One of the contract's roles; one that it does not have may do nothing. */
  readonly role: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Nobody (`null`) until sign-in is filled in. */
    session: Session | null;
  }
}

/** The one port through which a request is given somebody who asks. */
export type Authenticate = (request: FastifyRequest) => Session | null | Promise<Session | null>;

/** Until sign-in is filled in. */
export const nobody: Authenticate = () => null;

export const session = fp<{ authenticate: Authenticate }>(
  async (app, { authenticate }) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const told = authenticate(request);
      const take = (session: Session | null) => {
        request.session = session;
        done();
      };
      if (told instanceof Promise) told.then(take, done);
      else take(told);
    });
  },
  { name: 'session' },
);
