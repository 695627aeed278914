import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { onTestFinished } from 'vitest';
import { anonymous } from '#platform/contract/session/define-session.ts';
import { Deadline } from '#platform/http/deadlines.ts';
import type { SignIn } from '#platform/session/sessions.ts';
import { createUpstreams } from '#platform/upstreams/create-upstreams.ts';
import {
  defineUpstream,
  type UpstreamMethods,
  type UpstreamOptions,
} from '#platform/upstreams/define-upstream.ts';

export const Thing = Type.Object({ id: Type.String(), size: Type.Optional(Type.Integer()) });

async function listening(server: Server): Promise<URL> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

export const service = (listener: (...exchange: Parameters<RequestListener>) => unknown): Promise<URL> =>
  listening(createServer((request, reply) => void listener(request, reply)));

/** Starts a service that records its requests, such as `GET /things/1`. */
export async function recording(listener: (...exchange: Parameters<RequestListener>) => unknown) {
  const received: string[] = [];
  const url = await service((request, reply) => {
    received.push(`${request.method} ${request.url}`);
    return listener(request, reply);
  });
  return { url, received };
}

export function browser(request: Partial<IncomingMessage> = { complete: true }) {
  const deadline = new Deadline(
    60_000,
    request as IncomingMessage,
    () => true,
    () => {},
  );
  onTestFinished(() => deadline.clear());
  return { deadline, disconnect: () => deadline.abort(new Error('disconnected')) };
}

/** A deadline of a client that has not sent all of its body. */
export const late = (): Deadline =>
  browser({ complete: false, headers: { 'content-length': '1' }, readableLength: 0 }).deadline;

/** Starts a service that holds its responses until the test sends them. `closed` counts the responses that have ended. */
export async function holding() {
  const held: ServerResponse[] = [];
  const counts = { closed: 0 };
  const url = await service((_request, reply) => held.push(reply.on('close', () => (counts.closed += 1))));
  const respond = (index: number) =>
    held[index]?.setHeader('content-type', 'application/json').end('{"id":"1"}');
  return { url, held, counts, respond };
}

/** Starts a service on the bare socket, to send invalid HTTP. */
export const socketService = (listener: (socket: Socket) => void): Promise<URL> =>
  listening(net.createServer(listener));

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, reply) => {
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

/** Creates the request of a browser, of which only the upstreams need these parts. */
export const requestOf = (overrides: Partial<FastifyRequest> = {}): FastifyRequest =>
  ({
    deadline: browser().deadline,
    client: 'client',
    waitsForUpstream: () => () => {},
    id: 'request-1',
    headers: {},
    routeOptions: { config: {} },
    session: anonymous,
    server: {},
    log: { debug: () => {} },
    ...overrides,
  }) as FastifyRequest;

/** Options of a route whose call declares `deadlineMs`. */
export const within = (deadlineMs: number | undefined) =>
  ({ config: { deadlineMs } }) as FastifyRequest['routeOptions'];

/** A server whose sessions have an access token. */
export const signedIn = (signIn: Partial<SignIn>) => ({ signIn }) as FastifyInstance;

export function things(
  url: URL,
  options: UpstreamOptions = {},
  observe = (_observed: { outcome: string }) => {},
) {
  const upstream = defineUpstream(
    'things',
    (methods: UpstreamMethods) => ({
      ...methods,
      find: (id: string) => methods.get('/things/:id', { params: { id } }, Thing),
      create: (body: unknown) => methods.post('/things', { body }, Thing),
    }),
    options,
  );
  const upstreams = createUpstreams<{ things: typeof upstream }>(
    { things: upstream },
    { things: url },
    { settings: JSON.parse('{ "TENANT": "t1" }'), log: { warn: () => {} }, observe },
  );
  const bind = (overrides: Partial<FastifyRequest> = {}) => upstreams.bind(requestOf(overrides)).things;
  return { ...upstreams, ...bind(), as: bind, state: () => upstreams.states()[0]?.state };
}

/** Resolves with `ok`, or with the code or message of the error. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
