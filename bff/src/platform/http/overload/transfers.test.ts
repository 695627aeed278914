import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import type { FoundSession } from '#platform/session/create-sessions.ts';
import { rawConnection, testApp } from '#test/test-app.ts';
import { kitParts } from '#test/types/kit-handlers.ts';

// A machine that is busy with other tests is no overload.
beforeEach(() => {
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 0, active: 0, utilization: 0 });
});
afterEach(() => void vi.restoreAllMocks());

/** A request that sends one byte of its body. */
const half = (path: string, fields = '', method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-requested-by: test\r\ncontent-type: application/json\r\n${fields}content-length: 10\r\n\r\n[`;
const BODY = `${API_PATH}/test/body`;
const LATER = `${API_PATH}/later`;

/** The application at a port, with a call that waits for its body longer than any test takes. */
async function start(parts: Parameters<typeof testApp>[1] = {}) {
  const app = await testApp({}, parts);
  app.post(LATER, { config: { permission: 'status:read', deadlineMs: 120_000 } }, () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

/** Connections that send half a request each. */
const sendHalves = (app: FastifyInstance, count: number, request: (index: number) => string) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const socket = await rawConnection(app);
      socket.on('error', () => {}).write(request(index));
      return { socket, received: receive(socket) };
    }),
  );

function receive(socket: Socket) {
  const received = { text: '' };
  socket.on('data', (part) => (received.text += String(part)));
  return received;
}

async function sendHalf(app: FastifyInstance, request: string) {
  const [sent] = await sendHalves(app, 1, () => request);
  if (!sent) throw new Error('no connection');
  return sent;
}

const connectionsOf = (app: FastifyInstance) =>
  new Promise<number>((resolve) => void app.server.getConnections((_error, count) => resolve(count)));

const metric = async (app: FastifyInstance, name: string) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await app.metrics.metrics())?.[1]);
const statusOf = ({ text }: { text: string }) => Number(text.slice(9, 12));
const get = async (app: FastifyInstance) =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${API_PATH}/status`);

test('half-sent bodies hold no place: of one address so many are waited for, the others are 429, other requests are answered', async () => {
  const app = await start();
  const sent = await sendHalves(app, limits.TRANSFERS_AN_ADDRESS + 50, () => half(LATER));
  const refused = () => sent.filter(({ received }) => statusOf(received) === 429);
  await expect.poll(() => refused().length).toBe(50);
  expect(refused()[0]?.received.text).toContain('retry-after: 10\r\n');
  expect((await get(app)).status).toBe(200);
  expect(await metric(app, 'http_requests_under_way')).toBe(0);
  const elsewhere = await sendHalf(app, half(LATER, 'x-forwarded-for: 203.0.113.1\r\n'));
  elsewhere.socket.write('1,2,3,45]');
  await expect.poll(() => statusOf(elsewhere.received)).toBe(200);
});

test('all addresses of an IPv6 network are one', async () => {
  const app = await start();
  const from = (address: string) => half(LATER, `x-forwarded-for: ${address}\r\n`);
  const sent = await sendHalves(app, limits.TRANSFERS_AN_ADDRESS + 1, (index) =>
    from(index % 2 ? `2001:db8::${index.toString(16)}` : `2001:db8:0:0:1:2:3:${index.toString(16)}`),
  );
  const refused = () => sent.filter(({ received }) => statusOf(received) === 429);
  await expect.poll(() => refused().length).toBe(1);
  const other = await sendHalf(app, from('2001:db8:0:1::1'));
  other.socket.write('1,2,3,45]');
  await expect.poll(() => statusOf(other.received)).toBe(200);
});

test.each([
  ['an unknown call', half(`${API_PATH}/nope`), 404],
  ['another method', half(`${API_PATH}/test/crash`), 405],
  ['a call without the CSRF header field', half(BODY).replace('x-requested-by', 'x-other'), 403],
  ['a call that needs a session', half(`${API_PATH}/parts`), 401],
  ['a path that cannot be decoded', half(`${API_PATH}/%ff`), 400],
])('%s is refused before its body has arrived, and the connection ends', async (_what, request, status) => {
  const app = await testApp({}, kitParts);
  const { socket, received } = await sendHalf(app, request);
  const closed = once(socket, 'close');
  await expect.poll(() => statusOf(received)).toBe(status);
  await closed;
});

test('a body that does not arrive within the deadline of its call is 408, and the connection ends', async () => {
  const app = await testApp();
  const config = { permission: 'status:read', deadlineMs: 200 };
  app.post(`${API_PATH}/late`, { config }, () => ({}));
  const { socket, received } = await sendHalf(app, half(`${API_PATH}/late`));
  await once(socket, 'close');
  expect(received.text).toMatch(/^HTTP\/1.1 408 [^]*"code":"request-timeout"/);
});

const uploads = { ...kitParts.calls['POST /parts/:partId/scans'], deadlineMs: 300 };

test.each([
  ['that the client does not send is 408', '', 408],
  ['that the handler does not read is 504', 'x'.repeat(500_000), 504],
])('an upload %s', async (_what, more, status) => {
  const key = 'POST /parts/:partId/scans';
  const handlers = {
    ...kitParts.handlers,
    [key]: async ({ files }: { files: AsyncIterable<{ stream: AsyncIterable<unknown> }> }) => {
      if (status === 504) await sleep(1_000);
      for await (const { stream } of files) for await (const part of stream) void part;
    },
  };
  const app = await testApp({}, { ...kitParts, calls: { ...kitParts.calls, [key]: uploads }, handlers });
  const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n';
  const file =
    '--b\r\ncontent-disposition: form-data; name="scan"; filename="a"\r\ncontent-type: image/png\r\n\r\nabc';
  const request = `POST ${API_PATH}/parts/1/scans HTTP/1.1\r\nhost: x\r\nx-requested-by: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n${field}${file}${more}`;
  const { received } = await sendHalf(app, request);
  await expect.poll(() => statusOf(received)).toBe(status);
});

test('one session has so many streams open; more are 429 until one ends', async () => {
  const app = await testApp();
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['x-signed-in']) request.found = { key: 'one' } as FoundSession;
    done();
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const open = (headers: Record<string, string> = { 'x-signed-in': '1' }) =>
    fetch(`${origin}${API_PATH}/test/numbers`, { headers });
  const streams = await Promise.all(Array.from({ length: limits.TRANSFERS_A_SESSION }, () => open()));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect(await (await open()).json()).toMatchObject({ code: 'too-many-requests' });
  const others = await open({});
  expect(others.status).toBe(200);
  await streams[0]?.body?.cancel();
  const again = async () => {
    const next = await open();
    await next.body?.cancel();
    return next.status;
  };
  await expect.poll(again).toBe(200);
  await Promise.all([others, ...streams.slice(1)].map(async ({ body }) => body?.cancel()));
});

test('replies that are not read hold no place, and beyond its share an address loses its oldest', async () => {
  const app = await testApp();
  const BYTES = 8 * 1_048_576;
  const sockets = await Promise.all(Array.from({ length: 10 }, () => rawConnection(app)));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  for (const [index, socket] of sockets.entries())
    socket
      .pause()
      .on('error', () => {})
      .write(
        `GET ${API_PATH}/test/text/${BYTES} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.${index ? 1 : 2}\r\n\r\n`,
      );
  const ofOne = Math.floor(limits.UNREAD_BYTES / 4 / (BYTES + 100));
  await expect.poll(() => connectionsOf(app)).toBe(ofOne + 1);
  expect(await metric(app, 'http_requests_under_way')).toBe(0);
});

test('a client that leaves while its session is looked for is not counted', async () => {
  const gate = Promise.withResolvers<null>();
  let waiting = 0;
  const authenticate = async ({ headers }: FastifyRequest) => {
    waiting += headers['x-wait'] ? 1 : 0;
    return headers['x-wait'] ? gate.promise : null;
  };
  const app = await start({ authenticate });
  const sent = await sendHalves(app, limits.TRANSFERS_AN_ADDRESS, () => half(BODY, 'x-wait: 1\r\n'));
  await expect.poll(() => waiting).toBe(sent.length);
  for (const { socket } of sent) socket.destroy();
  await expect.poll(() => connectionsOf(app)).toBe(0);
  gate.resolve(null);
  const { socket, received } = await sendHalf(app, half(LATER));
  // So that it is not there with the header fields.
  await sleep(100);
  socket.write('1,2,3,45]');
  await expect.poll(() => statusOf(received)).toBe(200);
});

test('an upload that has arrived holds a place until its handler is done', async () => {
  const key = 'POST /parts/:partId/scans';
  const gate = Promise.withResolvers<void>();
  const handler = async ({ files }: { files: AsyncIterable<{ stream: AsyncIterable<unknown> }> }) => {
    for await (const { stream } of files) for await (const part of stream) void part;
    await gate.promise;
  };
  onTestFinished(() => gate.resolve());
  const app = await testApp({}, { ...kitParts, handlers: { ...kitParts.handlers, [key]: handler } });
  const form =
    '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n' +
    '--b\r\ncontent-disposition: form-data; name="scan"; filename="a"\r\ncontent-type: image/png\r\n\r\nabc';
  const end = '\r\n--b--\r\n';
  const { socket } = await sendHalf(
    app,
    `POST ${API_PATH}/parts/1/scans HTTP/1.1\r\nhost: x\r\nx-requested-by: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${form.length + end.length}\r\n\r\n${form}`,
  );
  await expect.poll(() => metric(app, 'http_requests_under_way')).toBe(0);
  await sleep(100);
  socket.write(end);
  await expect.poll(() => metric(app, 'http_requests_under_way')).toBe(1);
});

test('a refused stream keeps nothing of what was to be sent', async () => {
  const app = await testApp();
  app.addHook('onRequest', (request, _reply, done) => {
    request.found = { key: 'one' } as FoundSession;
    done();
  });
  app.get(`${API_PATH}/file`, { config: { permission: 'status:read' } }, (_request, reply) =>
    reply
      .headers({ 'content-encoding': 'br', etag: '"x"', 'content-disposition': 'attachment' })
      .send(new PassThrough()),
  );
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const streams = await Promise.all(
    Array.from({ length: limits.TRANSFERS_A_SESSION }, () => fetch(`${origin}${API_PATH}/test/numbers`)),
  );
  const refused = await fetch(`${origin}${API_PATH}/file`);
  expect([refused.status, (await refused.json()) as object]).toMatchObject([
    429,
    { code: 'too-many-requests' },
  ]);
  expect(
    ['content-encoding', 'etag', 'content-disposition'].filter((name) => refused.headers.has(name)),
  ).toEqual([]);
  await Promise.all(streams.map(async ({ body }) => body?.cancel()));
});
