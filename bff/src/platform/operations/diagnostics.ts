import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { eventStream } from '#platform/calls/event-stream.ts';
import { pathOf } from '#edge/paths.ts';

const PATH = `${API_PATH}/diagnostics`;
/** The permission that every role has while diagnostics are on. */
export const DIAGNOSTICS_PERMISSION = 'diagnostics:ask';
const EVENT_GAP_MS = 1_000;
/** The longest wait; a longer one would end at the call's deadline. */
const MAX_WAIT_MS = limits.CALL_MS - 500;
const SOCKET_MS = 10_000;

/** The header fields that proxies write or drop: neither cookies nor credentials. */
const ECHOED = /^(?:(?:x-forwarded|sec-fetch)-.*|forwarded|x-real-ip|via|host|connection|accept-encoding)$/;

const FAILURES = {
  500: 'internal',
  502: 'bad-upstream',
  503: 'unavailable',
  504: 'deadline-exceeded',
} as const;

/** What proxies drop or rewrite; the cookie ends at once. */
const DOWNLOAD_FIELDS = {
  'content-disposition': 'attachment; filename="diagnostics.txt"',
  'set-cookie': `diagnostics=1; Path=${PATH}; Max-Age=0; HttpOnly; SameSite=Lax`,
};

const Event = Type.Object({ sentAt: Type.Integer() });

const open = { config: { permission: DIAGNOSTICS_PERMISSION } } as const;

/** For `npm run conformance`: the request as it arrived, two events, a slow response (`?ms=`), a 5xx (`?status=`), a download with a cookie, the size of a body, a WebSocket handshake. */
export async function diagnostics(app: FastifyInstance, options: { ingressStripsPrefix: boolean }) {
  app.log.warn('Diagnostics are enabled: every client can see how its requests arrive');
  const echo = (request: FastifyRequest) => ({
    method: request.method,
    arrived: request.originalUrl,
    scheme: request.protocol,
    host: request.host,
    ip: request.ip,
    peer: request.socket.remoteAddress,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => ECHOED.test(name))),
    ingressStripsPrefix: options.ingressStripsPrefix,
  });
  app.get(`${PATH}/echo`, open, echo);
  app.get(`${PATH}/echo/*`, open, echo);
  app.get(`${PATH}/events`, open, (_request, reply) =>
    reply.type('text/event-stream').send(eventStream(twoEvents(), { data: Event }, reply)),
  );
  const schema = { querystring: Type.Object({ ms: Type.Integer({ minimum: 0, maximum: MAX_WAIT_MS }) }) };
  app.get<{ Querystring: { ms: number } }>(
    `${PATH}/slow`,
    { ...open, schema },
    async ({ query, deadline }) => {
      await deadline.race(sleep(query.ms, undefined, { signal: deadline.signal }));
      return { waitedMs: query.ms };
    },
  );
  const failing = {
    querystring: Type.Object({ status: Type.Integer({ enum: Object.keys(FAILURES).map(Number) }) }),
  };
  app.get<{ Querystring: { status: keyof typeof FAILURES } }>(
    `${PATH}/failure`,
    { ...open, schema: failing },
    async ({ query }) => {
      throw platformError(FAILURES[query.status]);
    },
  );
  app.get(`${PATH}/download`, open, (_request, reply) =>
    reply.headers(DOWNLOAD_FIELDS).type('text/plain').send('diagnostics'),
  );
  const asItIs = async (_request: FastifyRequest, body: Buffer) => body;
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, asItIs);
  app.post<{ Body: Buffer }>(`${PATH}/body`, open, ({ body }) => ({ bytes: body.length }));
  app.server.on('upgrade', answerHandshake);
}

/** Routes to the echo whatever proxies have made of its prefix, because that is what it shows. */
export const withEcho = (rewrite: (request: IncomingMessage) => string) => (request: IncomingMessage) =>
  /\/diagnostics\/echo$/i.test(pathOf(request.url ?? '')) ? `${PATH}/echo` : rewrite(request);

/** Whether a request is a WebSocket handshake for diagnostics; any other upgrade is answered as without diagnostics. */
export const isHandshake = ({ url = '', headers }: IncomingMessage): boolean =>
  pathOf(url).endsWith('/diagnostics/socket') && headers.upgrade?.toLowerCase() === 'websocket';

// RFC 6455, section 4.2.2.
function answerHandshake({ headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  setTimeout(() => socket.destroy(), SOCKET_MS).unref();
  socket.on('error', () => socket.destroy());
  const fields = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
  socket.end(['HTTP/1.1 101 Switching Protocols', ...fields, '', ''].join('\r\n'));
}

async function* twoEvents(): AsyncGenerator<{ sentAt: number }> {
  yield { sentAt: Date.now() };
  await sleep(EVENT_GAP_MS);
  yield { sentAt: Date.now() };
}
