import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { API_PATH } from '#contract/kit/api-path.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/kit/limits.ts';
import {
  ARRIVED_FIELD,
  digestOf,
  EVENT_GAP_MS,
  ID_FIELD,
  replyStatuses,
  replyTo,
  replyTypes,
  REPLY_FIELD,
  SECRET_FIELD,
  SOCKET_PROTOCOL,
  type ReplyQuery,
} from '#edge/diagnostics.ts';
import { pathOf } from '#edge/paths.ts';
import type { SharedValues } from '#edge/settings.ts';
import { eventStream } from '#platform/calls/event-stream.ts';
import { builtFiles } from './built-files.ts';
import { arrivedAs, arrivedInField } from './arrived.ts';

/** The permission that every role has while diagnostics are on. */
export const DIAGNOSTICS_PERMISSION = 'diagnostics:ask';
/** The calls are at a path that nobody knows: only with the secret a request is led there. Without it they are unknown. */
const CALLS = `${API_PATH}/${randomUUID()}`;
const AT_ONCE = 4;
const MOST_BYTES = 1_000_000;
const MOST_FIELD_BYTES = 8_192;
/** The longest pause; a longer one would end at the call's deadline. */
const MOST_PAUSE_MS = limits.CALL_MS - 500;
const SOCKET_MS = 10_000;
/** For how many ids the arrivals are counted; then counting starts again. */
const MOST_IDS = 1_000;

const Event = Type.Object({ sentAt: Type.Integer() });
const Query = Type.Object({
  status: Type.Optional(Type.Integer({ enum: [...replyStatuses] })),
  type: Type.Optional(Type.Enum(replyTypes)),
  fields: Type.Optional(Type.Boolean()),
  bytes: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_BYTES })),
  fieldBytes: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_FIELD_BYTES })),
  pauseMs: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_PAUSE_MS })),
});

const asksFor = (call: string) => new RegExp(`/diagnostics/(${call})(?:[/?]|$)`, 'i');
const CALL = asksFor('echo|reply|events|files');
const SOCKET = asksFor('socket');

/** Whether a request has the secret, compared in constant time. */
export const hasSecret = (secret: string) => {
  const expected = Buffer.from(digestOf(secret));
  return ({ headers }: IncomingMessage): boolean =>
    timingSafeEqual(Buffer.from(digestOf(String(headers[SECRET_FIELD]))), expected);
};

type HasSecret = ReturnType<typeof hasSecret>;

interface Options {
  readonly ingressStripsPrefix: boolean;
  readonly clientBuild: string | undefined;
  readonly shared: SharedValues;
}

/** For `npm run conformance`: a request as it arrived, a response as asked for, two events, the files of the build, a WebSocket handshake. */
export async function diagnostics(
  app: FastifyInstance,
  { ingressStripsPrefix: stripsPrefix, clientBuild: build, shared: settings }: Options,
) {
  app.log.warn(
    'DIAGNOSTICS is set: who has the secret can see how requests arrive. Remove it after the check.',
  );
  const open = {
    config: { permission: DIAGNOSTICS_PERMISSION, sentByBrowser: true },
  } as const;
  app.removeAllContentTypeParsers();
  const asItIs = async (_request: FastifyRequest, body: Buffer) => body;
  app.addContentTypeParser('*', { parseAs: 'buffer' }, asItIs);
  let underWay = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    underWay += 1;
    reply.raw.once('close', () => (underWay -= 1));
    done(underWay > AT_ONCE ? platformError('unavailable') : undefined);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode < 400) reply.header('content-disposition', 'attachment; filename="diagnostics.txt"');
  });
  const arrivals = new Map<unknown, number>();
  const timesOf = ({ headers: { [ID_FIELD]: id } }: FastifyRequest): number => arrivals.get(id) ?? 0;
  app.addHook('onRequest', async (request) => {
    if (arrivals.size >= MOST_IDS) arrivals.clear();
    const id = request.headers[ID_FIELD];
    if (id !== undefined) arrivals.set(id, timesOf(request) + 1);
  });
  const echo = (request: FastifyRequest) => arrivedAs(request, stripsPrefix, timesOf(request));
  app.route({
    ...open,
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: `${CALLS}/echo`,
    handler: echo,
  });
  app.get(`${CALLS}/files`, open, () => ({ files: build ? builtFiles(build, settings) : [] }));
  app.route<{ Querystring: ReplyQuery }>({
    ...open,
    method: ['GET', 'POST'],
    url: `${CALLS}/reply`,
    schema: { querystring: Query },
    handler: async ({ query, deadline }, reply) => {
      await deadline.race(sleep(query.pauseMs ?? 0, undefined, { signal: deadline.signal }));
      const { status, headers, body } = replyTo(query);
      return reply.code(status).headers(headers).send(body);
    },
  });
  app.get(`${CALLS}/events`, open, (_request, reply) =>
    reply.type('text/event-stream').send(eventStream(twoEvents(), { data: Event }, reply)),
  );
  app.server.on('upgrade', answerHandshake);
}

/** Leads a request with the secret to its call whatever hops have made of the path, because the echo shows that. */
export const withDiagnostics =
  (isAllowed: HasSecret, rewrite: (request: IncomingMessage) => string) => (request: IncomingMessage) => {
    const [, call] = CALL.exec(request.url ?? '') ?? [];
    if (!call || !isAllowed(request)) return rewrite(request);
    return `${CALLS}/${call.toLowerCase()}?${String(request.headers[REPLY_FIELD] ?? '')}`;
  };

/** Whether a request is a WebSocket handshake for diagnostics; any other upgrade is answered as without diagnostics. */
export const isHandshake =
  (isAllowed: HasSecret) =>
  (request: IncomingMessage): boolean =>
    SOCKET.test(pathOf(request.url ?? '')) &&
    request.headers.upgrade?.toLowerCase() === 'websocket' &&
    isAllowed(request);

// RFC 6455, section 4.2.2.
function answerHandshake(request: IncomingMessage, socket: Duplex): void {
  const { headers } = request;
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  setTimeout(() => socket.destroy(), SOCKET_MS).unref();
  socket.on('error', () => socket.destroy());
  const fields = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
  fields.push(`${ARRIVED_FIELD}: ${arrivedInField(request)}`);
  if (headers['sec-websocket-protocol'] === SOCKET_PROTOCOL)
    fields.push(`Sec-WebSocket-Protocol: ${SOCKET_PROTOCOL}`);
  socket.end(['HTTP/1.1 101 Switching Protocols', ...fields, '', ''].join('\r\n'));
}

async function* twoEvents(): AsyncGenerator<{ sentAt: number }> {
  yield { sentAt: Date.now() };
  await sleep(EVENT_GAP_MS);
  yield { sentAt: Date.now() };
}
