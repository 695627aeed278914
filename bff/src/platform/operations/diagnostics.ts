import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { API_PATH, limits } from '#contract/constants.ts';
import type { Roles } from '#contract/kit/call.ts';
import { eventStream } from '#platform/calls/event-stream.ts';
import { pathOf } from '#edge/paths.ts';

const PATH = `${API_PATH}/diagnostics`;
const PERMISSION = 'diagnostics:ask';
const GAP_MS = 1_000;
/** A call that waits longer would end at its deadline. */
const MOST_MS = limits.CALL_MS - 500;
const SOCKET_MS = 10_000;

/** Of what arrived, the fields that somebody on the way writes: no cookie, no credential. */
const TOLD = /^(?:x-forwarded-.*|forwarded|x-real-ip|via|host|connection|accept-encoding)$/;

const Event = Type.Object({ sentAt: Type.Integer() });

const anybody = { config: { permission: PERMISSION } } as const;

/**
 * Calls beneath `/diagnostics/` on the API path, for `npm run conformance`: what arrived, events with a second between them, a late
 * answer (`?ms=`), a body that is counted and dropped, and a WebSocket's handshake (RFC 6455, section 4.2.2).
 */
export async function diagnostics(
  app: FastifyInstance,
  { ingressStripsPrefix }: { ingressStripsPrefix: boolean },
): Promise<void> {
  app.log.warn('DIAGNOSTICS=on: whoever asks is told how requests arrive here');
  const echo = (request: FastifyRequest) => ({
    method: request.method,
    arrived: request.originalUrl,
    scheme: request.protocol,
    host: request.host,
    ip: request.ip,
    peer: request.socket.remoteAddress,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => TOLD.test(name))),
    ingressStripsPrefix,
  });
  app.get(`${PATH}/echo`, anybody, echo);
  app.get(`${PATH}/echo/*`, anybody, echo);
  app.get(`${PATH}/events`, anybody, (_request, reply) =>
    reply.type('text/event-stream').send(eventStream(twoEvents(), Event, reply.raw)),
  );
  app.get<{ Querystring: { ms: number } }>(
    `${PATH}/slow`,
    {
      ...anybody,
      schema: { querystring: Type.Object({ ms: Type.Integer({ minimum: 0, maximum: MOST_MS }) }) },
    },
    async ({ query, deadline }) => {
      await deadline.meet(sleep(query.ms, undefined, { signal: deadline.signal }));
      return { waitedMs: query.ms };
    },
  );
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Body: Buffer }>(`${PATH}/body`, anybody, ({ body }) => ({ bytes: body.length }));
  app.server.on('upgrade', answerHandshake);
}

/** Every role may ask, and nobody needs one. */
export const allowDiagnostics = (roles: Roles): Roles =>
  Object.fromEntries(
    Object.entries({ anonymous: [], ...roles }).map(([role, may]) => [role, [...may, PERMISSION]]),
  );

/** The echo answers whatever has become of its prefix on the way: that is what it is asked for. */
export const findingEcho =
  (rewrite: (request: IncomingMessage) => string) =>
  (request: IncomingMessage): string =>
    /\/diagnostics\/echo$/i.test(pathOf(request.url ?? '')) ? `${PATH}/echo` : rewrite(request);

/** Other requests that name a protocol to change to are answered as they are without diagnostics. */
export const isHandshake = ({ url = '', headers }: IncomingMessage): boolean =>
  pathOf(url).endsWith('/diagnostics/socket') && headers.upgrade?.toLowerCase() === 'websocket';

function answerHandshake({ headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  setTimeout(() => socket.destroy(), SOCKET_MS).unref();
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
}

async function* twoEvents(): AsyncGenerator<{ sentAt: number }> {
  yield { sentAt: Date.now() };
  await sleep(GAP_MS);
  yield { sentAt: Date.now() };
}
