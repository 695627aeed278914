import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { AppError } from '#contract/kit/app-error.ts';
import { codeOf, json, recording, service, socketService, Thing, things } from './test-service.ts';

const short = { headersMs: 100, idleMs: 100, totalMs: 8_000 };
const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('an upstream that is down cannot be reached', async () => {
  // Nothing listens at port 1.
  const { find, state } = things(new URL('http://127.0.0.1:1'));
  expect(state()).toBe('unknown');
  expect(await codeOf(find('1'))).toBe('upstream-unreachable');
  expect(state()).toBe('degraded');
});

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';

test.each([
  [
    'a reset connection',
    'unreachable',
    () => socketService((socket) => socket.on('data', () => socket.resetAndDestroy())),
  ],
  [
    'a response that stops within its body',
    'timeout',
    () => socketService((socket) => socket.on('data', () => socket.write(`${HEAD}{"id":`))),
  ],
  [
    'a response that is not HTTP',
    'invalid-reply',
    () => socketService((socket) => socket.on('data', () => socket.write('SSH-2.0-garbage\r\n\r\n'))),
  ],
  [
    'a response with an unrequested content encoding',
    'invalid-reply',
    () => service(json({ id: '1' }, 200, { 'content-encoding': 'br' })),
  ],
])('%s is upstream-%s', async (_what, code, open) => {
  expect(await codeOf(things(await open(), short).create({}))).toBe(`upstream-${code}`);
});

test('a request without header fields in time fails, and is retried', async () => {
  const { url, received } = await recording(() => {});
  expect(await codeOf(things(url, short).find('1'))).toBe('upstream-timeout');
  expect(received).toHaveLength(3);
});

test.each([
  ['garbage instead of JSON', 'application/json', '{"id":'],
  ['another content type', 'text/html', '{"id":"1"}'],
  ['JSON that breaks the schema', 'application/json', '{"id":1}'],
])('%s is an invalid response, and the error contains no values of it', async (_title, type, body) => {
  const url = await service((_request, reply) => reply.writeHead(200, { 'content-type': type }).end(body));
  expect(await errorOf(things(url).find('1'))).toMatchObject({
    code: 'upstream-invalid-reply',
    extensions: {},
  });
});

test('of 10 MB no more than the allowed 1 kB is read', async () => {
  let sent = 0;
  const url = await service((_request, reply) => {
    const parts = function* () {
      for (; sent < 10_000_000; sent += 16_384) yield ' '.repeat(16_384);
    };
    reply.writeHead(200, { 'content-type': 'application/json' });
    pipeline(Readable.from(parts()), reply).catch(() => {});
  });
  expect(await codeOf(things(url, { responseBytes: 1_000 }).find('1'))).toBe('upstream-invalid-reply');
  expect(sent).toBeLessThan(10_000_000);
});

test.each([
  ['a redirect is not followed', 302],
  ['a 4xx that the call does not map is an error; only the log has its status', 403],
])('%s', async (_title, status) => {
  const { url, received } = await recording(json({ secret: 1 }, status, { location: '/elsewhere' }));
  const refused = { code: 'upstream-refused', statusCode: 502, extensions: {}, cause: { status } };
  expect(await errorOf(things(url).find('1'))).toMatchObject(refused);
  expect(received).toEqual(['GET /things/1']);
});

test('an upstream maps a status to an error, and a request overrides it, also with a value', async () => {
  const url = await service((request, reply) =>
    json({ by: 'ada' }, Number(request.url?.split('/').at(-1)))(request, reply),
  );
  const refuse = (body: unknown) => {
    throw new AppError('taken', { status: 409, title: 'Taken', detail: 'Taken.' }, { extensions: { body } });
  };
  const { find, get } = things(url, { errors: { 404: 'not-found', 409: 'forbidden' } });
  const ownErrors = { 404: undefined, 409: refuse, 410: (body: unknown) => ({ gone: body }) } as const;
  const findMapped = (id: string) => get('/things/:id', { params: { id }, errors: ownErrors }, Thing);
  expect(await Promise.all(['404', '409', '410'].map((id) => codeOf(find(id))))).toEqual([
    'not-found',
    'forbidden',
    'upstream-refused',
  ]);
  const found: { id: string } | { gone: unknown } | undefined = await findMapped('404');
  expect(found).toBeUndefined();
  await expect(findMapped('409')).rejects.toMatchObject({
    code: 'taken',
    extensions: { body: { by: 'ada' } },
  });
  expect(await findMapped('410')).toEqual({ gone: { by: 'ada' } });
});
