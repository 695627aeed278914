import { onTestFinished, vi } from 'vitest';

/** Advances `Date`. Otherwise stops the clock of `Date` until the end of the test. */
export function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}
