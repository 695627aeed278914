import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';

/** A form that fits a log line and a header; nginx holds to the same. */
export const SANE_REQUEST_ID = '^[A-Za-z0-9._-]{8,128}$';

const sane = new RegExp(SANE_REQUEST_ID);

/** The id that came with the request, if it is of sane form, or a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && sane.test(given) ? given : randomUUID();
}

/** Every answer names its request, so that a person's report and the log find each other. */
export const requestIds = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      done();
    });
  },
  { name: 'request-ids' },
);
