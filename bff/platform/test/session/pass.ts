import { onTestFinished, vi } from 'vitest';

/** Advances `Date`, which stands still otherwise until the end of the test. */
export function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}
