import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { REQUEST_ID_PATTERN } from '#edge/request-id.ts';

const pattern = new RegExp(REQUEST_ID_PATTERN);

/** The value of `x-request-id`, if it matches the pattern; otherwise a new id. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && pattern.test(sent) ? sent : randomUUID();
}

/** Every response has the id of its request, so that a person's report can be found in the log. */
export const requestIds = fp(async function requestIds(app) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
});
