import type { AddressInfo, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { rawConnection, testApp } from '#platform/test/test-app.ts';
import { kitModules } from '#platform/test/types/kit-handlers.ts';

/** Start of a request, with only the first byte of the body. */
const half = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-requested-by: test\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n[`;

async function send(app: FastifyInstance, request: string): Promise<{ socket: Socket; text: () => string }> {
  const socket = await rawConnection(app);
  let text = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => (text += String(chunk)))
    .write(request);
  return { socket, text: () => text };
}

const statusOf = (text: string) => Number(text.slice(9, 12));

test('connections over MAX_CONNECTIONS_PER_IP are closed, except connections of trusted proxies', async () => {
  // Low enough that all connections fit into the port's listen backlog.
  const [limit, before] = [20, limits.MAX_CONNECTIONS_PER_IP];
  Object.assign(limits, { MAX_CONNECTIONS_PER_IP: limit });
  onTestFinished(() => void Object.assign(limits, { MAX_CONNECTIONS_PER_IP: before }));
  for (const [trustedProxies, expected] of [
    [[], limit],
    [['127.0.0.0/8'], limit + 10],
  ] as const) {
    const app = await testApp({ trustedProxies: [...trustedProxies] });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const sockets = await Promise.all(Array.from({ length: limit + 10 }, () => rawConnection(app)));
    for (const socket of sockets) socket.on('error', () => {}).resume();
    const open = () => sockets.filter(({ closed }) => !closed);
    await expect.poll(() => open().length).toBe(expected);
    await sleep(50);
    expect(open()).toHaveLength(expected);
    open()[0]?.destroy();
    const { port } = app.server.address() as AddressInfo;
    const again = () => fetch(`http://127.0.0.1:${port}${API_PATH}/status`).then(({ status }) => status);
    await expect.poll(() => again().catch(String)).toBe(200);
  }
});

test('over MAX_STREAMS_PER_IP, a new stream is rejected with 429 until another stream ends', async () => {
  const app = await testApp({ trustedProxies: ['127.0.0.0/8'] });
  app.get(`${API_PATH}/file`, { config: { permission: 'status:read' } }, (_request, reply) => {
    const stream = new PassThrough();
    stream.write('a chunk');
    return reply
      .type('application/pdf')
      .headers({ etag: '"x"', 'content-disposition': 'attachment' })
      .send(stream);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${API_PATH}/file`;
  const open = (address: string) => fetch(url, { headers: { 'x-forwarded-for': address } });
  const streams = await Promise.all(
    Array.from({ length: limits.MAX_STREAMS_PER_IP }, (_, index) => open(`2001:db8::${index.toString(16)}`)),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const rejected = await open('2001:db8:0:0:1::1');
  expect([rejected.status, await rejected.json()]).toMatchObject([429, { code: 'too-many-requests' }]);
  expect(['etag', 'content-disposition'].filter((name) => rejected.headers.has(name))).toEqual([]);
  const other = await open('2001:db8:0:1::1');
  expect(other.status).toBe(200);
  await streams[0]?.body?.cancel();
  const again = async () => {
    const next = await open('2001:db8::1');
    await next.body?.cancel();
    return next.status;
  };
  await expect.poll(again).toBe(200);
  await Promise.all([other, ...streams.slice(1)].map(async ({ body }) => body?.cancel()));
});

test('a HEAD request cancels the stream that the handler returns', async () => {
  const app = await testApp();
  const stream = new PassThrough();
  stream.write('a chunk');
  app.get(`${API_PATH}/file`, { config: { permission: 'status:read' } }, (_request, reply) =>
    reply.header('content-length', '1000').send(stream),
  );
  const { statusCode, headers } = await app.inject({ method: 'HEAD', url: `${API_PATH}/file` });
  expect([statusCode, headers['content-length']]).toEqual([200, '1000']);
  expect(stream.destroyed).toBe(true);
});

test.each([
  ['an unknown call', half(`${API_PATH}/nope`), 404],
  ['a call without the CSRF header', half(`${API_PATH}/test/body`).replace('x-requested-by', 'x-other'), 403],
  ['a call that needs a session', half(`${API_PATH}/parts`), 401],
])('%s is rejected before the request body has arrived', async (_what, request, status) => {
  const { text } = await send(await testApp({}, kitModules), request);
  await expect.poll(() => statusOf(text())).toBe(status);
});

test('a request whose body misses the call’s deadline gets 408, and its connection stays open', async () => {
  const app = await testApp();
  const config = { permission: 'status:read', deadlineMs: 200 };
  app.post(`${API_PATH}/late`, { config }, () => ({}));
  const { socket, text } = await send(app, half(`${API_PATH}/late`));
  await expect.poll(text).toMatch(/^HTTP\/1.1 408 [^]*"code":"request-timeout"/);
  socket.write(`1,2,3,45]GET ${API_PATH}/status HTTP/1.1\r\nhost: x\r\n\r\n`);
  await expect.poll(text).toContain('HTTP/1.1 200');
});

const uploads = { ...kitModules.calls['POST /parts/:partId/scans'], deadlineMs: 300 };

test.each([
  ['that the client does not finish returns 408', '', 408],
  ['that the handler does not read returns 504', 'x'.repeat(500_000), 504],
])('an upload %s', async (_what, more, status) => {
  const key = 'POST /parts/:partId/scans';
  const handlers = {
    ...kitModules.handlers,
    [key]: async ({ files }: { files: AsyncIterable<{ stream: AsyncIterable<unknown> }> }) => {
      if (status === 504) await sleep(1_000);
      for await (const { stream } of files) for await (const chunk of stream) void chunk;
    },
  };
  const app = await testApp({}, { ...kitModules, calls: { ...kitModules.calls, [key]: uploads }, handlers });
  const field = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nT\r\n';
  const file =
    '--b\r\ncontent-disposition: form-data; name="scan"; filename="a"\r\ncontent-type: image/png\r\n\r\nabc';
  const request = `POST ${API_PATH}/parts/1/scans HTTP/1.1\r\nhost: x\r\nx-requested-by: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n${field}${file}${more}`;
  const { text } = await send(app, request);
  await expect.poll(() => statusOf(text())).toBe(status);
});
