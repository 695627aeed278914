import { expect, onTestFinished, test, vi } from 'vitest';
import { startSession } from './start-session.ts';

const DAY_MS = 24 * 3_600_000;

test('input that is kept for longer than the longest timer is checked once in that time, and then goes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  let stored: string | null = JSON.stringify({
    subject: '',
    endsAt: Date.now() + 40 * DAY_MS,
    path: '/',
    forms: {},
  });
  const getItem = vi.fn(() => stored);
  vi.stubGlobal('sessionStorage', { getItem, removeItem: () => (stored = null) });
  startSession(() => {});
  vi.advanceTimersByTime(1_000);
  expect(getItem).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(40 * DAY_MS);
  expect(stored).toBeNull();
});
