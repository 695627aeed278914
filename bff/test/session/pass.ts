import { onTestFinished, vi } from 'vitest';

/** Time passes, until the end of the test: from then on only as the test says. */
export function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}
