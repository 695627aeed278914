import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { rawConnection, testApp } from '#platform/test/test-app.ts';
import { defineUpstream, type Stream } from '#platform/upstreams/define-upstream.ts';
import { service } from './test-service.ts';

const files = defineUpstream('files', ({ get }) => ({ get: () => get('/file', {}, 'stream') }));
type Files = { readonly files: { get(): Promise<Stream> } };

/** Starts a BFF that returns the file of an upstream. */
async function downloading(
  send: Parameters<typeof service>[0],
  pass: (body: Readable, reply: FastifyReply) => unknown = (body) => body,
) {
  const app = await testApp({ upstreams: { files: await service(send) } }, { upstreams: { files } });
  app.get(`${API_PATH}/file`, { config: { permission: 'status:read' } }, async (request, reply) => {
    const { contentType, body } = await (
      request as FastifyRequest & { upstreams: Files }
    ).upstreams.files.get();
    return reply.type(contentType).send(await pass(body, reply));
  });
  return app;
}

const FILE = Buffer.alloc(5_000, 'x');
const url = `${API_PATH}/file`;
const sized: Parameters<typeof service>[0] = (_request, reply) =>
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': FILE.length }).end(FILE);
const chunked: Parameters<typeof service>[0] = (_request, reply) => {
  reply.write(FILE.subarray(1));
  reply.end('x');
};

const throughAnother = (body: Readable) => body.pipe(new PassThrough());
const readInPart = async (body: Readable) => {
  await once(body, 'readable');
  body.read(1);
  return body;
};

test.each([
  ['sends the Content-Length of an upstream', sized, undefined, {}, '5000', 5_000],
  [
    'does not compress a body whose length it sends',
    sized,
    undefined,
    { 'accept-encoding': 'gzip' },
    '5000',
    5_000,
  ],
  ['sends no Content-Length if the upstream sends none', chunked, undefined, {}, undefined, 5_000],
  ['sends no Content-Length for a transformed body', sized, throughAnother, {}, undefined, 5_000],
  [
    'sends no Content-Length for a body that the handler has begun to read',
    sized,
    readInPart,
    {},
    undefined,
    4_999,
  ],
  [
    'keeps the Content-Length of a handler',
    sized,
    (body: Readable, reply: FastifyReply) => {
      reply.header('content-length', '4999');
      return readInPart(body);
    },
    {},
    '4999',
    4_999,
  ],
])('a download %s', async (_what, send, pass, headers, length, bytes) => {
  const app = await downloading(send, pass);
  const reply = await app.inject({ url, headers });
  expect([reply.headers['content-length'], reply.rawPayload.length]).toEqual([length, bytes]);
});

test('a HEAD request gets the Content-Length of an upstream', async () => {
  const { headers, body } = await (await downloading(sized)).inject({ method: 'HEAD', url });
  expect([headers['content-length'], body]).toEqual(['5000', '']);
});

test('a download that its upstream cuts off is shorter than its Content-Length, also over HTTP/1.0', async () => {
  const app = await downloading((_request, reply) => {
    reply
      .writeHead(200, { 'content-length': FILE.length })
      .write(FILE.subarray(2_000), () => reply.destroy());
  });
  const socket = await rawConnection(app);
  socket.write(`GET ${url} HTTP/1.0\r\nhost: a\r\n\r\n`);
  const received = Buffer.concat(await socket.toArray()).toString();
  expect(received).toContain('content-length: 5000\r\n');
  expect(received.split('\r\n\r\n')[1]!.length).toBeLessThan(5_000);
});
