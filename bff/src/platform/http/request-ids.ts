import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { REQUEST_ID_PATTERN } from '#edge/request-id.ts';

const pattern = new RegExp(REQUEST_ID_PATTERN);

/** The id that the request brings, if it matches the pattern; otherwise a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && pattern.test(given) ? given : randomUUID();
}

/** Every response names its request, so that a person's report can be found in the log. */
export const requestIds = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      done();
    });
  },
  { name: 'request-ids' },
);
