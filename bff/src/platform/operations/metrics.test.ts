import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { API_PATH } from '#contract/constants.ts';

test('the metrics name the version, and count the reports of browsers by their kind', async () => {
  const app = await testApp();
  const violation = { type: 'csp-violation', body: { documentURL: 'https://a.example/web/' } };
  const reply = await app.inject({
    method: 'POST',
    url: `${API_PATH}/client-reports`,
    headers: { 'content-type': 'application/reports+json' },
    payload: JSON.stringify([violation, violation]),
  });
  expect(reply.statusCode).toBe(204);
  const text = await app.metrics.metrics();
  expect(text).toContain('client_reports_total{kind="policy"} 2');
  expect(text).toMatch(/^build_info\{version="\d[^"]*",build=""\} 1$/m);
});

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
