import { hash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import Type from 'typebox';
import { API_PATH } from '#platform/contract/api-path.ts';
import { ANY_ROLE } from '#platform/contract/call.ts';
import { limits } from '#platform/contract/limits.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { eventStream } from '#platform/calls/event-stream.ts';

const PATH = `${API_PATH}/diagnostics`;
const EVENT_GAP_MS = 1_000;
/** Cookie that expires at once. Its only purpose is to show whether cookies reach the client. */
const COOKIE = `diagnostics=1; Path=${BASE_PATH}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;

/** Headers that a proxy might drop, although the application needs them. Omits headers that identify a user. */
const REPORTED = [
  'accept-language',
  'if-none-match',
  'last-event-id',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-requested-by',
];

/**
 * Registers routes whose responses describe the request as it arrived, for `npm run conformance`. Without the secret in X-Diagnostics, they return
 * 404.
 */
export async function diagnostics(app: FastifyInstance, { secret }: { readonly secret: string }) {
  app.log.warn(
    'DIAGNOSTICS is set: anyone with the secret sees how requests arrive; remove it after the check',
  );
  const expected = digest(secret);
  app.addConstraintStrategy({
    name: 'diagnostics',
    storage: () => new Map(),
    deriveConstraint: ({ headers }) => timingSafeEqual(digest(String(headers['x-diagnostics'])), expected),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
  const options: RouteShorthandOptions = {
    // `sentByBrowser` skips the CSRF check, so that a request whose X-Requested-By was dropped is also reported.
    config: { permission: ANY_ROLE, sentByBrowser: true },
    constraints: { diagnostics: true },
  };
  app.route({
    ...options,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${PATH}/*`,
    handler: async (request, reply) => reply.header('set-cookie', COOKIE).send(arrived(request)),
  });
  // Sleeps past the deadline of a call, so that the deadline aborts the handler.
  app.get(`${PATH}/slow`, options, ({ deadline }) =>
    sleep(limits.CALL_MS * 2, undefined, { signal: deadline.signal }),
  );
  app.get(`${PATH}/cut-off`, options, async (_request, reply) =>
    reply.type('application/octet-stream').header('x-accel-buffering', 'no').send(Readable.from(cutOff())),
  );
  app.get(`${PATH}/events`, options, async (_request, reply) =>
    reply.type('text/event-stream').send(eventStream(twoEvents(), { data: Type.Integer() }, reply)),
  );
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Describes a request as received. Behind nginx, scheme, host and client are those that nginx forwards. */
const arrived = ({ method, originalUrl, protocol, host, ip, headers, body }: FastifyRequest) => ({
  method,
  target: originalUrl,
  scheme: protocol,
  host,
  client: ip,
  headers: Object.fromEntries(REPORTED.map((name) => [name, headers[name]])),
  hasCookie: /(?:^|; )diagnostics=1(?:;|$)/.test(headers.cookie ?? ''),
  bodySha256: hash('sha256', Buffer.isBuffer(body) ? body : ''),
});

/** Fails after the first chunk, which is large enough to make proxies send the headers. */
async function* cutOff(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(limits.HEADERS_BYTES * 2);
  await sleep(EVENT_GAP_MS);
  throw new Error('cut off for diagnostics');
}

async function* twoEvents(): AsyncGenerator<number> {
  yield 1;
  await sleep(EVENT_GAP_MS);
  yield 2;
}
