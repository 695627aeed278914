import { expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';
import { readEvents } from './read-events.ts';

async function all(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const received: unknown[] = [];
  for await (const event of events) received.push(event);
  return received;
}

async function read(parts: Uint8Array[]): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  return all(
    readEvents(stream, ['', { headers: new Headers() }], (code) => new CallError(localProblem(code))),
  );
}

test('events do not depend on how the stream is cut or how its lines end', async () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const lines = [
      '\ufeff: comment',
      'event: x',
      'data: {"a":',
      'data:"ä😀"}',
      'id: 1',
      '',
      '',
      'database: 1',
      '',
      'data: 2',
      '',
      'data: 3',
    ];
    const bytes = new TextEncoder().encode(lines.map((line) => line + end).join(''));
    for (let size = 1; size <= bytes.length; size += 1) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await read(parts)).toEqual([{ a: 'ä😀' }, 2]);
    }
  }
});

test('data that is not JSON throws an error that says so', async () => {
  await expect(read([new TextEncoder().encode('data: {\n\n')])).rejects.toMatchObject({
    problem: { code: 'unexpected-answer' },
  });
});

/** A server of events that ends each connection after some; what it was asked for. */
function breakingOff(connections: readonly (readonly string[] | number)[]) {
  const asked: (string | null)[] = [];
  const open = () => {
    const events = connections[asked.length - 1] ?? [];
    if (typeof events === 'number') return new Response(null, { status: events });
    let at = 0;
    return new Response(
      new ReadableStream({
        pull(controller) {
          const event = events[at];
          at += 1;
          if (event === undefined) controller.error(new TypeError('terminated'));
          else if (event === 'end') controller.close();
          else controller.enqueue(new TextEncoder().encode(event));
        },
      }),
      { headers: { 'content-type': events[0] === 'html' ? 'text/html' : 'text/event-stream' } },
    );
  };
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Headers }) => {
    asked.push(headers.get('last-event-id'));
    return Promise.resolve(open());
  });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  asked.push(null);
  const { body } = open();
  const again = ['/x', { headers: new Headers() }] as const;
  const events = readEvents(
    body as ReadableStream<Uint8Array>,
    again,
    (code) => new CallError(localProblem(code)),
  );
  return { asked, received: all(events) };
}

const numbered = (...ids: number[]) => ids.map((id) => `id: ${id}\ndata: ${id}\n\n`);

test('a stream with ids that breaks off goes on after the last event, while servers come and go', async () => {
  const { asked, received } = breakingOff([numbered(1, 2), 502, [], numbered(3), [...numbered(4), 'end']]);
  await vi.runAllTimersAsync();
  expect(await received).toEqual([1, 2, 3, 4]);
  expect(asked).toEqual([null, '2', '2', '2', '3']);
});

test.each([
  ['without ids', [['data: 1\n\n']], 'network', [null]],
  ['that the server refuses', [numbered(1), 403], 'unexpected-answer', [null, '1']],
  ['of somebody who has been signed out', [numbered(1), 401], 'signed-out', [null, '1']],
  ['in whose place a page comes', [numbered(1), ['html', 'end']], 'unexpected-answer', [null, '1']],
  [
    'that no server answers any more',
    [numbered(1), 502, 502, 502, 502, 502, 502],
    'network',
    [null, ...Array(6).fill('1')],
  ],
])('a stream %s throws when it breaks off', async (_which, connections, code, expected) => {
  const { asked, received } = breakingOff(connections);
  const [outcome] = await Promise.allSettled([received, vi.runAllTimersAsync()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { problem: { code } } });
  expect(asked).toEqual(expected);
});
