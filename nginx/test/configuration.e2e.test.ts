import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTarget, type Target } from '../conformance/target.ts';
import { startNginx } from './start-nginx.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  // oxlint-disable-next-line no-await-in-loop
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

interface Bff {
  readonly target: Target;
  /** The requests that the BFF received, and on which connection. */
  readonly requests: { readonly line: string; readonly connection: number }[];
}

/** Starts nginx before a BFF that responds as given. */
async function startBefore(respond: (...exchange: Parameters<RequestListener>) => void): Promise<Bff> {
  const requests: Bff['requests'] = [];
  const connections: Socket[] = [];
  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    const connection = connections.indexOf(request.socket) + 1;
    requests.push({ line: `${request.method} ${request.url}`, connection });
    respond(request, reply);
  });
  server.on('connection', (socket) => connections.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port, stop } = await startNginx({ bffPort: (server.address() as AddressInfo).port });
  cleanups.push(stop);
  return { target: openTarget(`http://127.0.0.1:${port}/web`), requests };
}

const isCut = ({ url }: IncomingMessage) => url?.endsWith('/cut') === true;

test.each([
  ['GET', 2],
  ['DELETE', 2],
  ['POST', 1],
])(
  'a %s is sent at most %d times and becomes a 502 when the BFF closes the connection after reading it',
  async (method, times) => {
    const { target, requests } = await startBefore((request, reply) =>
      isCut(request) ? request.socket.destroy() : reply.end(),
    );
    expect((await target.request('/web/api/fine')).status).toBe(200);
    const response = await target.request('/web/api/cut', { method });
    expect(requests).toEqual([
      { line: 'GET /web/api/fine', connection: 1 },
      ...[1, 2].slice(0, times).map((connection) => ({ line: `${method} /web/api/cut`, connection })),
    ]);
    expect(response.status).toBe(502);
    expect(response.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(response.text)).toMatchObject({
      code: 'bad-upstream',
      status: 502,
      requestId: response.headers['x-request-id']?.[0],
    });
  },
);

test('a connection that the BFF closed while it was idle costs no request', async () => {
  const { target, requests } = await startBefore((request, reply) => {
    reply.end();
    if (isCut(request)) reply.on('finish', () => request.socket.end());
  });
  expect((await target.request('/web/api/cut')).status).toBe(200);
  // nginx notices the end of the connection before the next call.
  expect((await target.request('/web/')).status).toBe(200);
  expect((await target.request('/web/api/fine')).status).toBe(200);
  expect(requests.map(({ connection }) => connection)).toEqual([1, 2]);
});

test('the header fields of a stream arrive before its first event', async () => {
  let sendEvent = () => {};
  const { target } = await startBefore((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).flushHeaders();
    sendEvent = () => reply.end('data: first\n\n');
  });
  const stream = await fetch(`${target.origin}/web/api/events`, { signal: AbortSignal.timeout(3_000) });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  sendEvent();
  expect(await stream.text()).toBe('data: first\n\n');
});
