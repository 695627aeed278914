import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';
import { readEvents, type StreamRequest } from './read-events.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const streamOf = (parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]) =>
  Readable.toWeb(Readable.from(parts)) as ReadableStream<Uint8Array>;

async function read(
  stream: ReadableStream<Uint8Array>,
  isForeign?: () => boolean,
  onConnection?: StreamRequest[3],
): Promise<unknown[]> {
  const received: unknown[] = [];
  const request = ['/x', { headers: new Headers() }, isForeign, onConnection] as const;
  for await (const event of readEvents(stream, request, (code) => new CallError(localProblem(code))))
    received.push(event);
  return received;
}

test('parses events with any split of the stream and any line ending', async () => {
  const text =
    '\ufeff: comment\nevent: x\ndata: {"a":\ndata:"ä😀"}\nid: 1\n\n\ndatabase: 1\n\ndata: 2\n\ndata: 3\n';
  for (const end of ['\n', '\r', '\r\n']) {
    const bytes = bytesOf(text.replaceAll('\n', end));
    for (let size = 1; size <= bytes.length; size += 1) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(await read(streamOf(parts))).toEqual([{ a: 'ä😀' }, 2]);
    }
  }
});

test('data that is not JSON throws `unexpected-response`', async () => {
  const problem = { code: 'unexpected-response' };
  await expect(read(streamOf([bytesOf('data: {\n\n')]))).rejects.toMatchObject({ problem });
});

/**
 * Reads from a fake server. Each entry has the events to send before dropping the connection, or a status. `lastEventIds` collects the header
 * `last-event-id` of each request.
 */
function breakingOff(
  connections: readonly (readonly string[] | number)[],
  isForeign?: () => boolean,
  onConnection?: StreamRequest[3],
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
          else yield bytesOf(event);
        throw new TypeError('terminated');
      })(),
    );
    const type = first === 'html' ? 'text/html' : 'text/event-stream';
    return new Response(body, { headers: { 'content-type': type } });
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
  return { lastEventIds, received: read(open().body as ReadableStream<Uint8Array>, isForeign, onConnection) };
}

const numbered = (...ids: number[]) => ids.map((id) => `id: ${id}\ndata: ${id}\n\n`);

test('reconnects at growing intervals to a server that sends events but breaks each connection', async () => {
  const { lastEventIds, received } = breakingOff(Array.from({ length: 20 }, (_, index) => numbered(index)));
  const failure = received.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await failure).toMatchObject({ problem: { code: 'network' } });
  expect(lastEventIds).toHaveLength(7);
});

test('a stream ends when the user has changed at a reconnect', async () => {
  const { received } = breakingOff([numbered(1), numbered(2)], () => true);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1]);
});

test('a broken stream with ids resumes after the last event, retrying unavailable servers', async () => {
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

test('a broken stream with `onConnection` reconnects without an id, forever', async () => {
  const onConnection = vi.fn<NonNullable<StreamRequest[3]>>();
  const connections = [['data: 1\n\n'], ...Array<number>(8).fill(502), ['data: 2\n\n', 'end']];
  const { lastEventIds, received } = breakingOff(connections, undefined, onConnection);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2]);
  expect(lastEventIds).toEqual(Array(10).fill(null));
  expect(onConnection.mock.calls).toEqual([['reconnecting'], ['open']]);
});

test.each([
  ['without ids', [['data: 1\n\n']], 'network', [null]],
  ['that the server rejects', [numbered(1), 403], 'unexpected-response', [null, '1']],
  ['after a sign-out', [numbered(1), 401], 'signed-out', [null, '1']],
  ['that is replaced by a page', [numbered(1), ['html', 'end']], 'unexpected-response', [null, '1']],
  [
    'without an available server',
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
