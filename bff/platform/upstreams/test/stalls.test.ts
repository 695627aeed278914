import { PassThrough, Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { ResponseBody, uploadStall } from '#platform/upstreams/stalls.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const bodyOf = (...chunks: (string | null)[]) => {
  const body = new ResponseBody({ read: () => {} });
  for (const chunk of chunks) body.push(chunk === null ? null : Buffer.from(chunk));
  return body;
};

test.each([
  ['unread', ['a chunk']],
  ['complete and unread', ['a chunk', null]],
  ['empty and unread', [null]],
])('a response body that is %s counts as stalled', (_what, chunks) => {
  const body = bodyOf(...chunks);
  vi.advanceTimersByTime(6_000);
  expect(body.stalledMs()).toBe(6_000);
});

test('a response body counts as stalled while a chunk is unread, but not while the client waits for the upstream', () => {
  const body = bodyOf('a chunk');
  expect(String(body.read())).toBe('a chunk');
  vi.advanceTimersByTime(60_000);
  expect(body.stalledMs()).toBe(0);
  body.push(Buffer.from('more'));
  vi.advanceTimersByTime(2_000);
  expect(body.stalledMs()).toBe(2_000);
});

test('each chunk that a slow client reads counts as progress', async () => {
  const body = bodyOf('one', 'two', 'three', null);
  const taken: (() => void)[] = [];
  const client = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void taken.push(done),
  });
  body.pipe(client);
  for (const _chunk of ['one', 'two', 'three']) {
    await setImmediate();
    vi.advanceTimersByTime(4_000);
    expect(body.stalledMs()).toBe(4_000);
    taken.pop()?.();
  }
});

test('an upload without new chunks counts as stalled only while the BFF waits for the client', () => {
  const body = new PassThrough();
  let isLate = false;
  const stalledMs = uploadStall(body, () => isLate);
  vi.advanceTimersByTime(6_000);
  expect(stalledMs()).toBe(0);
  isLate = true;
  expect(stalledMs()).toBe(6_000);
});

test('each chunk of an upload counts as progress, and reaches the upstream', async () => {
  const body = new PassThrough();
  const stalledMs = uploadStall(body, () => true);
  body.write('one');
  await setImmediate();
  const received: string[] = [];
  body.on('data', (chunk) => received.push(String(chunk)));
  await setImmediate();
  vi.advanceTimersByTime(4_000);
  body.write('two');
  await setImmediate();
  vi.advanceTimersByTime(4_000);
  expect([received, stalledMs()]).toEqual([['one', 'two'], 4_000]);
});
