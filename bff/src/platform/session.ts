import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Role } from '#contract/permissions.ts';

/** Who is asking. */
export interface Session {
  readonly subject: string;
  readonly role: Role;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Nobody (`null`) until sign-in is filled in. */
    session: Session | null;
  }
}

/** The one port through which a request is given somebody who asks. */
const whoAsks = async (_request: FastifyRequest): Promise<Session | null> => null;

export const session = fp(
  async (app) => {
    app.decorateRequest('session', null);
    app.addHook('onRequest', async (request) => {
      request.session = await whoAsks(request);
    });
  },
  { name: 'session' },
);
