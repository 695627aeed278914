import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '@web/bff/platform/contract/limits';
import type { SessionState } from '@web/bff/platform/contract/session/session-state';
import { dismissEnd, updateSession } from '#platform/session/known-session.ts';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';
import { readEvents } from './read-events.ts';
import type { OpenStream, StreamOptions } from './stream-reader.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const streamOf = (chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[]) =>
  Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;

const errorOf: Parameters<typeof readEvents>[1] = (problem) =>
  new CallError(typeof problem === 'string' ? localProblem(problem) : problem);

async function read(
  stream: ReadableStream<Uint8Array> | Response | undefined,
  options: StreamOptions = {},
  open: OpenStream = () => Promise.reject(new Error('the test does not reconnect')),
): Promise<unknown[]> {
  const received: unknown[] = [];
  const first = stream instanceof ReadableStream ? new Response(stream) : stream;
  for await (const event of readEvents(open, errorOf, options, first)) received.push(event);
  return received;
}

test('events are parsed however the stream is split into chunks, and with any line ending', async () => {
  const text =
    '\ufeff: comment\nevent: x\ndata: {"a":\ndata:"ä😀"}\nid: 1\n\n\ndatabase: 1\n\ndata: 2\n\ndata: 3\n';
  for (const end of ['\n', '\r', '\r\n']) {
    const bytes = bytesOf(text.replaceAll('\n', end));
    for (let size = 1; size <= bytes.length; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(await read(streamOf(chunks))).toEqual([{ a: 'ä😀' }, 2]);
    }
  }
});

test('an event whose data is not JSON throws `unexpected-response`', async () => {
  const problem = { code: 'unexpected-response' };
  await expect(read(streamOf([bytesOf('data: {\n\n')]))).rejects.toMatchObject({ problem });
});

/** Stubs the document. Returns a function that hides or shows the tab. */
function tab() {
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', document);
  return (hidden: boolean) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

interface Rejected {
  readonly status: number;
  readonly retryAfter?: string;
  readonly code?: 'unexpected-response' | 'cancelled';
}

/**
 * Reads from a fake server. Each of the `connections` is a rejection, its status, or a list of events. After the last event, the connection drops,
 * unless that event is `end`, which ends the stream, `wait`, which sends only comments, or `silence`. `lastEventIds` collects the header of each request.
 * With `onConnection`, the first connection is opened like the others, as in `useEvents`.
 */
function breakingOff(
  connections: readonly (readonly string[] | number | Rejected)[],
  options: StreamOptions = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const lastEventIds: unknown[] = [];
  const open: OpenStream = async ({ headers: sent, onResponse }) => {
    const connection = connections[lastEventIds.length] ?? [];
    lastEventIds.push(sent['last-event-id']);
    if (!(connection instanceof Array)) {
      const rejected: Rejected = typeof connection === 'number' ? { status: connection } : connection;
      const { status, retryAfter, code = 'unexpected-response' } = rejected;
      onResponse(new Response(null, { headers: retryAfter ? { 'retry-after': retryAfter } : {} }));
      return { ok: false, problem: localProblem(code, status) };
    }
    const body = streamOf(
      (async function* () {
        for (const event of connection)
          if (event === 'end') return;
          else if (event === 'silence') await new Promise(() => {});
          else if (event === 'wait') yield* comments();
          else yield bytesOf(event);
        throw new TypeError('terminated');
      })(),
    );
    return { ok: true, body: new Response(body, { headers }) };
  };
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const received = (async () => {
    if (options.onConnection) return read(undefined, options, open);
    const first = await open({ headers: {}, signal: new AbortController().signal, onResponse: () => {} });
    return read(first.ok ? (first.body as Response) : undefined, options, open);
  })();
  return { lastEventIds, received };
}

async function* comments() {
  for (;;) {
    await sleep(limits.STREAM_COMMENT_MS);
    yield bytesOf(':\n\n');
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const connectionSpy = () => vi.fn<NonNullable<StreamOptions['onConnection']>>();
const statesOf = ({ mock }: ReturnType<typeof connectionSpy>) => mock.calls.map(([state]) => state);

const numbered = (...ids: number[]) => ids.map((id) => `id: ${id}\ndata: ${id}\n\n`);

test('a stream reconnects at growing intervals to a server that sends events but breaks each connection', async () => {
  const { lastEventIds, received } = breakingOff(Array.from({ length: 20 }, (_, index) => numbered(index)));
  const failure = received.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ problem: { code: 'network' } });
  expect(lastEventIds).toHaveLength(7);
});

test('a stream ends when it reconnects as another user', async () => {
  const { received } = breakingOff([numbered(1), { status: 0, code: 'cancelled' }]);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1]);
});

test('a broken stream with event ids resumes after the last event, and retries an unavailable server', async () => {
  const { lastEventIds, received } = breakingOff([
    numbered(1, 2),
    502,
    [],
    numbered(3),
    [...numbered(4), 'end'],
  ]);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2, 3, 4]);
  expect(lastEventIds).toEqual([undefined, '2', '2', '2', '3']);
});

const announced = { 'x-stream-end': 'end' };

test('a stream with the header `x-stream-end` reconnects if its body ends without an end comment', async () => {
  // When a connection breaks, WebKit and some proxies end the body without an error.
  const connections = [
    [...numbered(1), 'end'],
    [...numbered(2), ': end\n\n', 'end'],
  ];
  const { lastEventIds, received } = breakingOff(connections, {}, announced);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2]);
  expect(lastEventIds).toEqual([undefined, '1']);
});

test('a broken stream with `onConnection` keeps reconnecting, even without event ids', async () => {
  const onConnection = connectionSpy();
  const connections = [['data: 1\n\n'], ...Array<number>(8).fill(502), ['data: 2\n\n', 'end']];
  const { lastEventIds, received } = breakingOff(connections, { onConnection, whileHidden: true });
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2]);
  expect(lastEventIds).toEqual(Array(10).fill(undefined));
  expect(statesOf(onConnection)).toEqual(['open', ...Array<string>(9).fill('reconnecting'), 'open']);
});

test.each([
  ['without event ids', [['data: 1\n\n']], 'network', [undefined]],
  ['that the server rejects', [numbered(1), 403], 'unexpected-response', [undefined, '1']],
  ['after a sign-out', [numbered(1), 401], 'unexpected-response', [undefined, '1']],
  [
    'whose server stays unavailable',
    [numbered(1), ...Array<number>(6).fill(502)],
    'unexpected-response',
    [undefined, ...Array(6).fill('1')],
  ],
])('a broken stream %s throws', async (_which, connections, code, expected) => {
  const { lastEventIds, received } = breakingOff(connections);
  const [outcome] = await Promise.allSettled([received, vi.runAllTimersAsync()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { problem: { code } } });
  expect(lastEventIds).toEqual(expected);
});

test('a stream with `onConnection` closes once the tab has been hidden for a minute, and resumes from the last event when the tab is shown', async () => {
  const hide = tab();
  const onConnection = connectionSpy();
  const connections = [
    [...numbered(1), 'wait'],
    [...numbered(2), 'end'],
  ];
  const { lastEventIds, received } = breakingOff(connections, { onConnection });
  for (const hidden of [true, false, true]) {
    hide(hidden);
    await vi.advanceTimersByTimeAsync(59_000);
  }
  expect(statesOf(onConnection)).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([statesOf(onConnection), lastEventIds]).toEqual([['open', 'reconnecting'], [undefined]]);
  hide(false);
  expect(await received).toEqual([1, 2]);
  expect([statesOf(onConnection), lastEventIds]).toEqual([
    ['open', 'reconnecting', 'open'],
    [undefined, '1'],
  ]);
});

test('a tab that has been hidden for a minute does not reconnect', async () => {
  const hide = tab();
  const connections = [numbered(1), ...Array<number>(100).fill(502)];
  const { lastEventIds } = breakingOff(connections, { onConnection: () => {} });
  hide(true);
  await vi.advanceTimersByTimeAsync(60_000);
  const attempts = lastEventIds.length;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(lastEventIds.length).toBe(attempts);
});

test.each([
  ['with `whileHidden`', { onConnection: () => {}, whileHidden: true }],
  ['without `onConnection`', undefined],
])('a stream %s stays open in a hidden tab', async (_, options) => {
  const hide = tab();
  let isRead = false;
  const { lastEventIds, received } = breakingOff([[...numbered(1), 'wait']], options);
  void received.finally(() => (isRead = true));
  hide(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([isRead, lastEventIds]).toEqual([false, [undefined]]);
});

test('a stream without a byte for 35 s reconnects and resumes after the last event', async () => {
  const onConnection = connectionSpy();
  const connections = [
    [...numbered(2), 'silence'],
    [...numbered(3), 'end'],
  ];
  const { lastEventIds, received } = breakingOff(connections, { onConnection, whileHidden: true });
  await vi.advanceTimersByTimeAsync(34_999);
  expect(statesOf(onConnection)).toEqual(['open']);
  await vi.advanceTimersByTimeAsync(1);
  expect(statesOf(onConnection)).toEqual(['open', 'reconnecting']);
  await vi.advanceTimersByTimeAsync(750);
  expect(await received).toEqual([2, 3]);
  expect(lastEventIds).toEqual([undefined, '2']);
});

test('neither a slow connection nor a slow consumer counts as silence', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const slow = async function* () {
    yield bytesOf('data: 1\n\n');
    yield bytesOf('data: 2\n\nda');
    await sleep(30_000);
    yield bytesOf('ta: ');
    await sleep(30_000);
    yield bytesOf('3\n\n');
  };
  const open: OpenStream = async () => ({ ok: true, body: new Response(streamOf(slow())) });
  const received: unknown[] = [];
  const onConnection = connectionSpy();
  const reading = (async () => {
    for await (const event of readEvents(open, errorOf, { onConnection, whileHidden: true })) {
      received.push(event);
      if (event === 1) await sleep(60_000);
    }
  })();
  await vi.advanceTimersByTimeAsync(200_000);
  await reading;
  expect([received, statesOf(onConnection)]).toEqual([[1, 2, 3], ['open']]);
});

const endingWith = (status: number, retry = '') => {
  const body = { code: 'x', status, title: 'x', detail: 'x', requestId: '1' };
  const data = `data: application/problem+json\ndata: ${JSON.stringify(body)}`;
  return [...numbered(1), `event: problem\n${retry}${data}\n\n`, 'end'];
};

test.each([
  [500, {}],
  [403, { onConnection: () => {}, whileHidden: true }],
  [500, { onConnection: () => {}, whileHidden: true }],
])(
  'an event `problem` (%i) without `retry` throws the problem, and the stream is not resumed',
  async (status, options) => {
    const { lastEventIds, received } = breakingOff([endingWith(status)], options);
    await expect(received).rejects.toMatchObject({ problem: { code: 'x', status } });
    expect(lastEventIds).toHaveLength(1);
  },
);

test.each<[string, readonly string[] | Rejected]>([
  ['the field `retry` of the event `problem`', endingWith(503, 'retry: 20000\n')],
  ['Retry-After of a 429', { status: 429, retryAfter: '20' }],
])('a stream reconnects no sooner than %s says', async (_what, failing) => {
  const onConnection = connectionSpy();
  const connections = [failing, [...numbered(2), 'end']];
  const { lastEventIds, received } = breakingOff(connections, { onConnection, whileHidden: true });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([lastEventIds.length, onConnection.mock.lastCall]).toMatchObject([
    1,
    ['reconnecting', { status: expect.any(Number) as number }],
  ]);
  await vi.advanceTimersByTimeAsync(750);
  expect((await received).at(-1)).toBe(2);
});

test.each(['Wed, 21 Oct 2026 07:28:00 GMT', '-5', '1e99', 'soon'])(
  'the Retry-After %j does not make a stream reconnect in a storm',
  async (retryAfter) => {
    const rejected = Array<Rejected>(1_000).fill({ status: 503, retryAfter });
    const { lastEventIds } = breakingOff(rejected, { onConnection: () => {}, whileHidden: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lastEventIds.length).toBeLessThan(25);
  },
);

const sessionOf = (version: string) =>
  ({ subject: 'ann', version, remainingSeconds: 60 }) as unknown as SessionState;

test.each<[string, readonly string[] | number]>([
  ['rejected with 401', 401],
  ['ended by a problem with status 401', endingWith(401)],
])('a stream %s is closed, and resumes once the same user has signed in again', async (how, failing) => {
  vi.stubEnv('SIGN_IN', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const send = vi.fn<typeof fetch>(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', send);
  updateSession(sessionOf('first'));
  const onConnection = connectionSpy();
  const connections = [numbered(1), failing, [...numbered(2), 'end']];
  const { lastEventIds, received } = breakingOff(connections, { onConnection, whileHidden: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onConnection.mock.lastCall).toMatchObject(['closed', { status: 401 }]);
  expect(send).toHaveBeenCalledWith('/web/api/session', expect.anything());
  // The session has ended, and the user dismisses the dialog.
  updateSession(null);
  dismissEnd();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(lastEventIds).toEqual([undefined, '1']);
  updateSession(sessionOf(how));
  expect((await received).at(-1)).toBe(2);
  expect([lastEventIds, statesOf(onConnection).slice(-2)]).toEqual([
    [undefined, '1', '1'],
    ['connecting', 'open'],
  ]);
});

test('a stream that waits for a sign-in ends on `return()`', async () => {
  vi.stubEnv('SIGN_IN', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { promise: isClosed, resolve } = Promise.withResolvers<void>();
  const problem = localProblem('signed-out', 401);
  const onConnection = (state: string) => void (state === 'closed' && resolve());
  const events = readEvents(async () => ({ ok: false, problem }), errorOf, {
    onConnection,
    whileHidden: true,
  });
  const next = events.next();
  await isClosed;
  await events.return(undefined);
  expect(await next).toEqual({ done: true, value: undefined });
});
