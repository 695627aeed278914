import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';

test('a blocked event loop shows in its delay', async () => {
  const app = await testApp();
  const sum = async () =>
    Number(/^event_loop_delay_seconds_sum (.*)$/m.exec(await app.metrics.metrics())?.[1]);
  await expect
    .poll(
      () => {
        const from = performance.now();
        while (performance.now() - from < 200);
        return sum();
      },
      { interval: 10 },
    )
    .toBeGreaterThan(0.05);
});
