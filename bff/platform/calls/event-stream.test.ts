import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { handlers, kitModules, type KitHandlers } from '#platform/test/types/kit-handlers.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { eventStream } from './event-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { platformError } from '#platform/contract/app-error.ts';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';

type Watch = KitHandlers['GET /parts/changes'];

async function changesOf(watch: Watch): Promise<string> {
  const app = await testApp({}, { ...kitModules, handlers: { ...handlers, 'GET /parts/changes': watch } });
  // A slow hook must not delay the events.
  app.addHook('onSend', async () => sleep(20));
  return `${await app.listen({ port: 0 })}${API_PATH}/parts/changes`;
}

test('an event stream starts with a comment, and ends with the comment “end”; its events have only their declared fields', async () => {
  const { promise: happened, resolve: happen } = Promise.withResolvers<void>();
  const address = await changesOf(async function* () {
    await happened;
    yield { id: '1', secret: 'never leaves' };
  });
  const reply = await fetch(address);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(reply.headers.get('x-accel-buffering')).toBe('no');
  expect(reply.headers.get('x-request-id')).not.toBeNull();
  expect(reply.headers.get('x-stream-end')).toBe('end');
  happen();
  expect(await reply.text()).toBe(':\n\nid: 1\ndata: {"id":"1"}\n\n: end\n\n');
});

test('an event that does not match its schema ends the stream with the event “problem”, and the log has its pointer, but not its value', async () => {
  const { entries, stream } = logEntries();
  const changes: Watch = async function* () {
    yield { id: '1' };
    yield JSON.parse('{ "id": ["secret"] }');
    yield { id: '3' };
  };
  const modules = { ...kitModules, handlers: { ...handlers, 'GET /parts/changes': changes }, logTo: stream };
  const reply = await (await testApp({ logLevel: 'error' }, modules)).inject(`${API_PATH}/parts/changes`);
  const [first, last, ...others] = reply.body.split(/(?<=\n\n)/).filter((part) => part !== ':\n\n');
  expect([first, others]).toEqual(['id: 1\ndata: {"id":"1"}\n\n', []]);
  const [type, mediaType = '', body = ''] = (last ?? '').trim().split('\n');
  expect([type, mediaType]).toEqual(['event: problem', 'data: application/problem+json']);
  const requestId = reply.headers['x-request-id'];
  expect(JSON.parse(body.replace('data: ', ''))).toMatchObject({ code: 'internal', status: 500, requestId });
  expect(entries).toMatchObject([
    {
      err: {
        message: `GET ${API_PATH}/parts/changes: an event does not match its schema: /id must be string`,
      },
    },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
  // A tab of an earlier version ignores the type of an event, and parses its data as JSON.
  const data = [mediaType, body].map((line) => line.replace('data: ', '')).join('\n');
  expect(() => JSON.parse(data)).toThrow(SyntaxError);
});

test('an event stream sends event ids, and continues after the Last-Event-ID', async () => {
  const address = await changesOf(async function* ({ lastEventId }) {
    for (let id = Number(lastEventId ?? 0) + 1; id <= 3; id += 1) yield { id: String(id) };
  });
  const read = async (headers = {}) => (await fetch(address, { headers })).text();
  expect(await read()).toBe(
    ':\n\n' + [1, 2, 3].map((id) => `id: ${id}\ndata: {"id":"${id}"}\n\n`).join('') + ': end\n\n',
  );
  expect(await read({ 'last-event-id': '2' })).toBe(':\n\nid: 3\ndata: {"id":"3"}\n\n: end\n\n');
});

test.each([
  ['7/a-b_c,"{~}', '7/a-b_c,"{~}'],
  ['日本-1', '%E6%97%A5%E6%9C%AC-1'],
  [' a b ', '%20a%20b%20'],
  ['100%', '100%25'],
  ['%41', '%2541'],
  ['2\ndata: forged\r\0', '2%0Adata:%20forged%0D%00'],
  ['\ufeff😀\x7f\x85', '%EF%BB%BF%F0%9F%98%80%7F%C2%85'],
])('the event id %j is sent as %s, and decoded from the Last-Event-ID', async (id, encoded) => {
  const received: (string | undefined)[] = [];
  const address = await changesOf(async function* ({ lastEventId }) {
    received.push(lastEventId);
    yield { id };
  });
  expect((await (await fetch(address)).text()).split('\n')[2]).toBe(`id: ${encoded}`);
  await fetch(address, { headers: { 'last-event-id': encoded } });
  expect(received).toEqual([undefined, id]);
});

test('a Last-Event-ID with malformed percent-encoding reaches the handler unchanged', async () => {
  const address = await changesOf(async function* ({ lastEventId = '' }) {
    yield { id: lastEventId };
  });
  const reply = await fetch(address, { headers: { 'last-event-id': '100%' } });
  expect(await reply.text()).toContain('data: {"id":"100%"}');
});

/** Reads a stream that ends with a problem. Returns the lines before the problem, and the problem. */
async function problemOf(watch: Watch) {
  const reply = await fetch(await changesOf(watch));
  expect(reply.status).toBe(200);
  const block = (await reply.text()).trimEnd().split('\n\n').at(-1) ?? '';
  const [, lines, problem = ''] = /^event: problem\n([^]*)data: (.*)$/.exec(block) ?? [];
  return [lines, JSON.parse(problem)];
}

test.each(['', '\ud800'])('the invalid event id %j ends a stream that must not be resumed', async (id) => {
  const watch: Watch = async function* () {
    yield { id: '1' };
    yield { id };
  };
  expect(await problemOf(watch)).toMatchObject(['data: application/problem+json\n', { code: 'internal' }]);
});

type Fails = (fail: (code: PlatformCode) => never) => unknown;

test.each<[string, Fails, number, string]>([
  ['forbidden', (fail) => fail('forbidden'), 403, ''],
  ['unauthenticated', (fail) => fail('unauthenticated'), 401, ''],
  [
    'too-many-requests',
    () => {
      throw platformError('too-many-requests', { retryAfterSeconds: 7 });
    },
    429,
    'retry: 7000\n',
  ],
  ['upstream-timeout', (fail) => fail('upstream-timeout'), 504, 'retry: 1000\n'],
  [
    'internal',
    () => {
      throw new Error('unexpected');
    },
    500,
    'retry: 1000\n',
  ],
])(
  'the error %s of a generator is the last event of the stream, with the time after which a client may reconnect',
  async (code, cause, status, retry) => {
    const early: Watch = async function* ({ fail }) {
      cause(fail);
      yield { id: '1' };
    };
    const late: Watch = async function* ({ fail }) {
      yield { id: '1' };
      await sleep(20);
      cause(fail);
    };
    for (const watch of [early, late]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await problemOf(watch)).toMatchObject([
        `${retry}data: application/problem+json\n`,
        { code, status },
      ]);
    }
  },
);

test('if a function fails instead of returning a generator, the response has the status and code of the error', async () => {
  const reply = await fetch(await changesOf(async ({ fail }) => fail('forbidden')));
  expect([reply.status, await reply.json()]).toMatchObject([403, { code: 'forbidden' }]);
});

test('an event stream sends a comment at once, and further comments while there are no events', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: happened, resolve: happen } = Promise.withResolvers<void>();
  const items = async function* () {
    await happened;
    yield 'at last';
  };
  const sent: string[] = [];
  const raw = Object.assign(new EventEmitter(), { headersSent: false });
  const request = { method: 'GET', routeOptions: { url: '/changes' } };
  const server = { eventStreams: new OpenStreams() };
  const reply = { raw, request, header() {}, server } as unknown as FastifyReply;
  const stream = eventStream(items(), { data: Type.String() }, reply);
  stream.setEncoding('utf8').on('data', (chunk: string) => sent.push(chunk));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([':\n\n']);
  await vi.advanceTimersByTimeAsync(2.5 * limits.STREAM_COMMENT_MS);
  happen();
  await vi.advanceTimersByTimeAsync(10 * limits.STREAM_COMMENT_MS);
  expect(sent).toEqual([':\n\n', ':\n\n', ':\n\n', 'data: "at last"\n\n', ': end\n\n']);
  expect(stream.readableEnded).toBe(true);
});
