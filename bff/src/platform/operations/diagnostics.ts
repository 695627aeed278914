import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { API_PATH } from '#contract/kit/api-path.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { BASE_PATH } from '#contract/constants.ts';
import { eventStream } from '#platform/calls/event-stream.ts';
import { ANY_ROLE } from '#contract/kit/call.ts';

const SECRET_HEADER = 'x-diagnostics';
const CONFIDENTIAL = /cookie|auth|token|secret|key|session|^x-diagnostics$/;
/** Expires at once: it only shows whether cookies reach the client. */
const COOKIE = `diagnostics=1; Path=${BASE_PATH}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
const MAX_DELAY_MS = 60_000;
const EVENT_GAP_MS = 1_000;

const Query = Type.Object({
  delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_DELAY_MS })),
  events: Type.Optional(Type.String()),
});

/**
 * Reports each request as received, for `npm run conformance`. `?delayMs=` delays the response, up to the deadline of a call; `?events`
 * streams two events. Without the secret in X-Diagnostics, responds with 404.
 */
export async function diagnostics(app: FastifyInstance, { secret }: { readonly secret: string }) {
  app.log.warn(
    'DIAGNOSTICS is set: anyone with the secret sees how requests arrive; remove it after the check',
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  const expected = digest(secret);
  app.addHook('onRequest', async ({ headers }) => {
    if (!timingSafeEqual(digest(String(headers[SECRET_HEADER])), expected)) throw platformError('not-found');
  });
  for (const url of [`${API_PATH}/diagnostics`, `${API_PATH}/diagnostics/*`])
    app.route<{ Querystring: Type.Static<typeof Query> }>({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      config: { permission: ANY_ROLE, sentByBrowser: true },
      schema: { querystring: Query },
      handler: async (request, reply) => {
        const { query, deadline } = request;
        if (query.events !== undefined)
          return reply
            .type('text/event-stream')
            .send(eventStream(twoEvents(), { data: Type.Integer() }, reply));
        await sleep(query.delayMs ?? 0, undefined, { signal: deadline.signal });
        return reply.header('set-cookie', COOKIE).send(arrived(request));
      },
    });
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Describes a request as received. Behind nginx, scheme, host and client are those that nginx forwards. */
function arrived({ raw, originalUrl, body, protocol, host, ip }: FastifyRequest) {
  const { method, rawHeaders } = raw;
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : [],
  );
  return {
    method,
    target: originalUrl,
    headers: headers.map(([name, value]) => [name, CONFIDENTIAL.test(name) ? '(not reported)' : value]),
    bodySha256: hash('sha256', Buffer.isBuffer(body) ? body : ''),
    scheme: protocol,
    host,
    client: ip,
  };
}

async function* twoEvents(): AsyncGenerator<number> {
  yield 1;
  await sleep(EVENT_GAP_MS);
  yield 2;
}
