import { onTestFinished, vi } from 'vitest';

/** Advances `Date`, and then stops its clock until the next `pass` or the end of the test. */
export function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}
