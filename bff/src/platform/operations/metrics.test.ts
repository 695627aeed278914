import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sessionParts } from '#test/session/session-parts.ts';
import { testApp } from '#test/test-app.ts';
import { API_PATH } from '#contract/constants.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';

const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');

/** What the pattern captures, wherever it matches. */
const all = (text: string, pattern: RegExp) =>
  new Set(Array.from(text.matchAll(pattern), ([, name]) => name));

test('the table of metrics in bff/README.md names what the application itself measures, and nothing else', async () => {
  const upstreams = { things: defineUpstream('things', () => ({})) };
  const urls = { things: new URL('http://127.0.0.1:1') };
  const app = await testApp({ upstreams: urls }, { ...sessionParts, upstreams });
  const [, section = ''] = /^## Metrics$([^]*?)^## /m.exec(readme) ?? [];
  const measured = await app.metrics.metrics();
  expect(all(section, /^\| `(\w+)/gm)).toEqual(all(measured, /^# TYPE (?!nodejs_|process_)(\w+)/gm));
});

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
