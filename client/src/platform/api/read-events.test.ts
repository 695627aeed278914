import { expect, test } from 'vitest';
import { CallError } from './call-error.ts';
import { localProblem } from './local-problems.ts';
import { readEvents } from './read-events.ts';

async function read(parts: Uint8Array[]): Promise<unknown[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  const events: unknown[] = [];
  for await (const event of readEvents(stream, (code) => new CallError(localProblem(code))))
    events.push(event);
  return events;
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
