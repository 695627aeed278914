import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { anonymous } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { clientNetwork } from '#platform/http/client-address.ts';
import { isBeneathApi } from '#edge/paths.ts';
import type { Eventually } from './store/session-store.ts';

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Eventually<Session | null>;

/** Why a request cannot be answered whose session the store does not tell. */
export const storeIsAway = (cause?: unknown) => platformError('unavailable', { cause, retryAfterSeconds: 1 });

const fail = {
  enumerable: true,
  get: (): never => {
    throw storeIsAway();
  },
};
/** Of a request whose session the store does not tell: what does not look at it can be answered all the same. */
export const unknownSession = Object.create(null, {
  subject: fail,
  role: fail,
  person: fail,
  private: fail,
}) as Session;

/** Gives every call its session: the one of its cookie, unless `find` replaces it. */
export const authenticate = fp<{ find: Authenticate | undefined }>(
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
