import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openTarget, type Target } from '../conformance/target.ts';
import { startFrontDoor } from './start-nginx.ts';

const ends: (() => unknown)[] = [];

afterEach(async () => {
  // One after the other, the last first.
  // oxlint-disable-next-line no-await-in-loop
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Bff {
  readonly target: Target;
  /** What it was asked, and on which of its connections. */
  readonly asked: { readonly what: string; readonly connection: number }[];
}

/** The front target, and behind it a BFF that does as it is told. */
async function behindDoor(answer: (...exchange: Parameters<RequestListener>) => void): Promise<Bff> {
  const asked: Bff['asked'] = [];
  const connections: Socket[] = [];
  const server = createServer((request: IncomingMessage, reply: ServerResponse) => {
    asked.push({
      what: `${request.method} ${request.url}`,
      connection: connections.indexOf(request.socket) + 1,
    });
    answer(request, reply);
  });
  server.on('connection', (socket) => connections.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port, stop } = await startFrontDoor({ bffPort: (server.address() as AddressInfo).port });
  ends.push(stop);
  return { target: openTarget(`http://127.0.0.1:${port}/web`), asked };
}

const isCut = ({ url }: IncomingMessage) => url?.endsWith('/cut') === true;

test.each(['GET', 'DELETE', 'POST'])(
  'a %s that the BFF has begun to read is sent once, though its kept connection closes: 502',
  async (method) => {
    const { target, asked } = await behindDoor((request, reply) =>
      isCut(request) ? request.socket.destroy() : reply.end(),
    );
    expect((await target.ask('/web/api/fine')).status).toBe(200);
    const answer = await target.ask('/web/api/cut', { method });
    expect(asked).toEqual([
      { what: 'GET /web/api/fine', connection: 1 },
      { what: `${method} /web/api/cut`, connection: 1 },
    ]);
    expect(answer.status).toBe(502);
    expect(answer.headers['content-type']?.[0]).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'bad-upstream',
      status: 502,
      requestId: answer.headers['x-request-id']?.[0],
    });
  },
);

test('a connection that the BFF has closed while nobody used it costs no request', async () => {
  const { target, asked } = await behindDoor((request, reply) => {
    reply.end();
    if (isCut(request)) reply.on('finish', () => request.socket.end());
  });
  expect((await target.ask('/web/api/cut')).status).toBe(200);
  // nginx hears of the end before what is asked afterwards.
  expect((await target.ask('/web/')).status).toBe(200);
  expect((await target.ask('/web/api/fine')).status).toBe(200);
  expect(asked.map(({ connection }) => connection)).toEqual([1, 2]);
});

test('the header fields of a stream arrive before its first event', async () => {
  let happen = () => {};
  const { target } = await behindDoor((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).flushHeaders();
    happen = () => reply.end('data: first\n\n');
  });
  const stream = await fetch(`${target.origin}/web/api/events`, { signal: AbortSignal.timeout(3_000) });
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  happen();
  expect(await stream.text()).toBe('data: first\n\n');
});
