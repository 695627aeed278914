import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { AppError } from '#platform/contract/app-error.ts';
import { codeOf, json, recording, service, socketService, Thing, things, within } from './test-service.ts';

const short = { headersMs: 100, idleMs: 100, totalMs: 8_000 };
const errorOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n';
const onData = (respond: (socket: Socket) => unknown) => () =>
  socketService((socket) => socket.on('data', () => respond(socket)));
const sending = (body: string, headers: Record<string, string>) => () =>
  service((_request, reply) => reply.writeHead(200, headers).end(body));
const type = { 'content-type': 'application/json' };

test.each([
  ['a closed port', 'unreachable', async () => new URL('http://127.0.0.1:1')],
  ['a reset connection', 'unreachable', onData((socket) => socket.resetAndDestroy())],
  ['a response that stops within its body', 'timeout', onData((socket) => socket.write(`${HEAD}{"id":`))],
  [
    'a response that is not HTTP',
    'invalid-response',
    onData((socket) => socket.write('SSH-2.0-garbage\r\n\r\n')),
  ],
  [
    'an unrequested content encoding',
    'invalid-response',
    sending('{}', { ...type, 'content-encoding': 'br' }),
  ],
  ['invalid JSON', 'invalid-response', sending('{"id":', type)],
  ['another content type', 'invalid-response', sending('{"id":"1"}', { 'content-type': 'text/html' })],
  ['JSON that violates the schema', 'invalid-response', sending('{"id":1}', type)],
])(
  '%s fails with upstream-%s, and the error contains no value of the response',
  async (_what, code, open) => {
    const error = await errorOf(things(await open(), short).create({}));
    expect(error).toMatchObject({ code: `upstream-${code}`, extensions: {} });
  },
);

test('a request whose response headers do not arrive within headersMs is retried, then fails with upstream-timeout', async () => {
  const { url, received } = await recording(() => {});
  expect(await codeOf(things(url, short).find('1'))).toBe('upstream-timeout');
  expect(received).toHaveLength(3);
});

test('a request that gets no response fails before the call’s deadline, and counts as a failure of the upstream', async () => {
  const { url, received } = await recording(() => {});
  const { as, state } = things(url);
  expect(await codeOf(as({ routeOptions: within(300) }).find('1'))).toBe('upstream-timeout');
  expect([state(), received.length]).toEqual(['degraded', 1]);
});

test('a response larger than responseBytes is not read to its end', async () => {
  let sent = 0;
  const url = await service((_request, reply) => {
    const chunks = function* () {
      for (; sent < 10_000_000; sent += 16_384) yield ' '.repeat(16_384);
    };
    reply.writeHead(200, type);
    pipeline(Readable.from(chunks()), reply).catch(() => {});
  });
  expect(await codeOf(things(url, { responseBytes: 1_000 }).find('1'))).toBe('upstream-invalid-response');
  expect(sent).toBeLessThan(10_000_000);
});

test.each([
  ['a redirect, which is not followed,', 302],
  ['an unmapped 4xx', 403],
])(
  '%s fails with upstream-error, and only the error’s cause names the upstream’s status',
  async (_title, status) => {
    const { url, received } = await recording(json({ secret: 1 }, status, { location: '/elsewhere' }));
    const refused = { code: 'upstream-error', statusCode: 502, extensions: {}, cause: { status } };
    expect(await errorOf(things(url).find('1'))).toMatchObject(refused);
    expect(received).toEqual(['GET /things/1']);
  },
);

test('a request’s `errors` override the `errors` of its upstream, and map a status to an error or a value', async () => {
  const url = await service((request, reply) =>
    json({ by: 'ada' }, Number(request.url?.split('/').at(-1)))(request, reply),
  );
  const reject = (body: unknown) => {
    throw new AppError('taken', { status: 409, title: 'Taken', detail: 'Taken.' }, { extensions: { body } });
  };
  const { find, get } = things(url, { errors: { 404: 'not-found', 409: 'forbidden' } });
  const ownErrors = { 404: undefined, 409: reject, 410: (body: unknown) => ({ gone: body }) } as const;
  const findMapped = (id: string) => get('/things/:id', { params: { id }, errors: ownErrors }, Thing);
  const codes = await Promise.all(['404', '409', '410'].map((id) => codeOf(find(id))));
  expect(codes).toEqual(['not-found', 'forbidden', 'upstream-error']);
  const found: { id: string } | { gone: unknown } | undefined = await findMapped('404');
  expect(found).toBeUndefined();
  const taken = { code: 'taken', extensions: { body: { by: 'ada' } } };
  await expect(findMapped('409')).rejects.toMatchObject(taken);
  expect(await findMapped('410')).toEqual({ gone: { by: 'ada' } });
});
