import { expect, test, vi } from 'vitest';
import { AttemptCounts } from './attempt-counts.ts';

const WINDOW_MS = 1_000;
const count = (counts: AttemptCounts, key: string) => {
  const result: number[] = [];
  counts.incr(key, (_error, { current, ttl }) => result.push(current, ttl), WINDOW_MS);
  return result;
};

test('100,000 other keys do not flush a count; a new one then has no attempts until the others end', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const counts = new AttemptCounts();
  expect(count(counts, 'ann')).toEqual([1, WINDOW_MS]);
  vi.advanceTimersByTime(400);
  for (let index = 1; index < 100_000; index += 1) count(counts, `other ${index}`);
  expect(count(counts, 'ann')).toEqual([2, WINDOW_MS - 400]);
  expect(count(counts, 'new')).toEqual([Infinity, WINDOW_MS]);
  expect(count(counts.child(), 'new')).toEqual([1, WINDOW_MS]);
  vi.advanceTimersByTime(WINDOW_MS);
  expect(count(counts, 'new')).toEqual([1, WINDOW_MS]);
  vi.useRealTimers();
});
