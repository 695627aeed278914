import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';
import { readEvents, type StreamRequest } from './read-events.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const streamOf = (chunks: AsyncIterable<Uint8Array> | readonly Uint8Array[]) =>
  Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;

const errorOf: Parameters<typeof readEvents>[2] = (problem) =>
  new CallError(typeof problem === 'string' ? localProblem(problem) : problem);

async function read(
  stream: ReadableStream<Uint8Array> | Response,
  isForeign?: () => boolean,
  options?: StreamRequest[3],
): Promise<unknown[]> {
  const received: unknown[] = [];
  const request = ['/x', { headers: new Headers() }, isForeign, options] as const;
  const response = stream instanceof Response ? stream : new Response(stream);
  for await (const event of readEvents(response, request, errorOf)) received.push(event);
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

test.each([undefined, () => {}])(
  'the event `problem` throws the problem, and the stream is not resumed (onConnection: %s)',
  async (onConnection) => {
    const body = { code: 'internal', status: 500, title: 'Internal error', detail: 'x', requestId: '1' };
    const text = `id: 1\ndata: 1\n\nevent: problem\ndata: application/problem+json\ndata: ${JSON.stringify(body)}\n\n`;
    tab();
    const send = vi.spyOn(globalThis, 'fetch');
    const reading = read(streamOf([bytesOf(text)]), undefined, { onConnection });
    await expect(reading).rejects.toMatchObject({ problem: body });
    expect(send).not.toHaveBeenCalled();
    send.mockRestore();
  },
);

/** Stubs the document. Returns a function that hides or shows the tab. */
function tab() {
  const document = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', document);
  return (hidden: boolean) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };
}

/**
 * Reads from a fake server. Each of the `connections` is a response status, or a list of events. After the last event, the connection drops, unless
 * that event is `end`, which ends the stream, or `wait`, which keeps the connection open. `lastEventIds` collects the header of each request.
 */
function breakingOff(
  connections: readonly (readonly string[] | number)[],
  isForeign?: () => boolean,
  options?: StreamRequest[3],
  headers: Readonly<Record<string, string>> = {},
) {
  const lastEventIds: (string | null)[] = [null];
  const open = () => {
    const events = connections[lastEventIds.length - 1] ?? [];
    if (typeof events === 'number') return new Response(null, { status: events });
    const [first] = events;
    const body = streamOf(
      (async function* () {
        for (const event of events)
          if (event === 'end') return;
          else if (event === 'wait') await new Promise(() => {});
          else yield bytesOf(event);
        throw new TypeError('terminated');
      })(),
    );
    const type = first === 'html' ? 'text/html' : 'text/event-stream';
    return new Response(body, { headers: { 'content-type': type, ...headers } });
  };
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Headers }) => {
    lastEventIds.push(headers.get('last-event-id'));
    return open();
  });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  return { lastEventIds, received: read(open(), isForeign, options) };
}

const numbered = (...ids: number[]) => ids.map((id) => `id: ${id}\ndata: ${id}\n\n`);

test('a stream reconnects at growing intervals to a server that sends events but breaks each connection', async () => {
  const { lastEventIds, received } = breakingOff(Array.from({ length: 20 }, (_, index) => numbered(index)));
  const failure = received.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ problem: { code: 'network' } });
  expect(lastEventIds).toHaveLength(7);
});

test('a stream ends when it reconnects as another user', async () => {
  const { received } = breakingOff([numbered(1), numbered(2)], () => true);
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
  expect(lastEventIds).toEqual([null, '2', '2', '2', '3']);
});

const announced = { 'x-stream-end': 'end' };

test('a stream with the header `x-stream-end` reconnects if its body ends without an end comment', async () => {
  // When a connection breaks, WebKit and some proxies end the body without an error.
  const connections = [
    [...numbered(1), 'end'],
    [...numbered(2), ': end\n\n', 'end'],
  ];
  const { lastEventIds, received } = breakingOff(connections, undefined, undefined, announced);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2]);
  expect(lastEventIds).toEqual([null, '1']);
});

test('a broken stream with `onConnection` keeps reconnecting, even without event ids', async () => {
  const onConnection = vi.fn<(state: string) => void>();
  const connections = [['data: 1\n\n'], ...Array<number>(8).fill(502), ['data: 2\n\n', 'end']];
  const { lastEventIds, received } = breakingOff(connections, undefined, { onConnection, whileHidden: true });
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2]);
  expect(lastEventIds).toEqual(Array(10).fill(null));
  expect(onConnection.mock.calls).toEqual([['reconnecting'], ['open']]);
});

test.each([
  ['without event ids', [['data: 1\n\n']], 'network', [null]],
  ['that the server rejects', [numbered(1), 403], 'unexpected-response', [null, '1']],
  ['after a sign-out', [numbered(1), 401], 'signed-out', [null, '1']],
  ['that reconnects to an HTML page', [numbered(1), ['html', 'end']], 'unexpected-response', [null, '1']],
  [
    'whose server stays unavailable',
    [numbered(1), ...Array(6).fill(502)],
    'network',
    [null, ...Array(6).fill('1')],
  ],
])('a broken stream %s throws', async (_which, connections, code, expected) => {
  const { lastEventIds, received } = breakingOff(connections);
  const [outcome] = await Promise.allSettled([received, vi.runAllTimersAsync()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { problem: { code } } });
  expect(lastEventIds).toEqual(expected);
});

test('a stream with `onConnection` closes once the tab has been hidden for a minute, and resumes from the last event when the tab is shown', async () => {
  const hide = tab();
  const onConnection = vi.fn<(state: string) => void>();
  const connections = [
    [...numbered(1), 'wait'],
    [...numbered(2), 'end'],
  ];
  const { lastEventIds, received } = breakingOff(connections, undefined, { onConnection });
  for (const hidden of [true, false, true]) {
    hide(hidden);
    await vi.advanceTimersByTimeAsync(59_000);
  }
  expect(onConnection.mock.calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([onConnection.mock.calls, lastEventIds]).toEqual([[['reconnecting']], [null]]);
  hide(false);
  expect(await received).toEqual([1, 2]);
  expect([onConnection.mock.calls.at(-1), lastEventIds]).toEqual([['open'], [null, '1']]);
});

test('a tab that has been hidden for a minute does not reconnect', async () => {
  const hide = tab();
  const connections = [numbered(1), ...Array<number>(100).fill(502)];
  const { lastEventIds } = breakingOff(connections, undefined, { onConnection: () => {} });
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
  const { lastEventIds, received } = breakingOff([[...numbered(1), 'wait']], undefined, options);
  void received.finally(() => (isRead = true));
  hide(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([isRead, lastEventIds]).toEqual([false, [null]]);
});
