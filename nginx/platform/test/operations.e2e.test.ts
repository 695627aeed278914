import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { root, run } from '@web/bff/platform/testing/processes';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { startNginx } from '#platform/testing/start-nginx.ts';

const operations = join(root, 'nginx/platform/operations');

async function startApplication(env: Record<string, string> = {}) {
  const bff = await startBff(env, join(root, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const ofNginx = { BFF_MANAGEMENT_ADDRESS: `127.0.0.1:${bff.managementPort}` };
  const nginx = await startNginx({ bffPort: bff.port, env: ofNginx });
  onTestFinished(nginx.stop);
  return { bff, nginx };
}

test.each(['check rules alerts.yml', 'check config prometheus.yml', 'test rules alerts.test.yml'])(
  'promtool succeeds: %s',
  async (args) => {
    const { stdout } = await run('promtool', args.split(' '), { cwd: operations });
    expect(stdout).toContain('SUCCESS');
  },
);

test('every metric of an alert exists, and every alert is in the runbook', async () => {
  const { bff, nginx } = await startApplication();
  const metrics = async ({ managementPort }: { managementPort: number }) =>
    (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
  const texts = [await metrics(bff), await metrics(nginx)];
  const measured = texts.flatMap((text) => text.match(/(?<=^# TYPE )\w+/gm) ?? []);
  const { groups } = parse(await readFile(join(operations, 'alerts.yml'), 'utf8')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const needed = rules.flatMap(({ expr }) => expr.match(/\b[a-z]+(?:_[a-z]+)+(?=[{[\s]|$)/g) ?? []);
  expect(needed.length).toBeGreaterThan(8);
  const names = needed.map((name) => name.replace(/_(?:count|sum|bucket)$/, ''));
  // Not measured here, because they need sessions, a container's memory limit, and mtail.
  const sessions = ['session_store_up', 'session_events_total', 'session_records_unreadable_total'];
  const elsewhere = [...sessions, 'process_memory_limit_bytes', 'nginx_requests_total'];
  expect([...measured, ...elsewhere]).toEqual(expect.arrayContaining(names));
  const runbook = await readFile(join(root, 'nginx/docs/runbook.md'), 'utf8');
  const headings = Array.from(runbook.matchAll(/^#+ (.*)$/gm), ([, heading]) => heading);
  expect(headings).toEqual(expect.arrayContaining(rules.map(({ alert }) => alert)));
});

test('nginx’s error log stays empty while all is well', async () => {
  const { nginx } = await startApplication();
  const errors = async () => (await nginx.logs()).split('\n').filter((line) => !line.startsWith('{'));
  const ofStart = await errors();
  const at = (path: string) => `http://127.0.0.1:${nginx.port}/web${path}`;
  const document = await (await fetch(at('/'))).text();
  const [asset = ''] = /(?<=\/web)\/assets\/[^"]+\.js/.exec(document) ?? [];
  const management = ['/livez', '/readyz', '/metrics', '/stub_status', '/missing'];
  const paths = [
    '',
    '/a/screen',
    asset,
    '/missing.png',
    '/api/status',
    '/api/missing',
    '/api/session/sign-in',
  ];
  const urls = [
    ...management.map((path) => `http://127.0.0.1:${nginx.managementPort}${path}`),
    ...paths.map(at),
  ];
  for (const method of ['GET', 'HEAD', 'POST'])
    for (const url of urls)
      for (const headers of [{}, { 'accept-encoding': 'br' }, { 'x-forwarded-proto': 'https' }]) {
        const body = method === 'POST' && { body: 'x'.repeat(1_000) };
        await (await fetch(url, { method, headers, redirect: 'manual', ...body })).arrayBuffer();
      }
  expect(await errors()).toEqual(ofStart);
});

test('while no BFF is ready, /readyz of nginx fails and /livez succeeds', async () => {
  const { bff, nginx } = await startApplication({ DRAIN_DELAY_SECONDS: '2' });
  const check = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${nginx.managementPort}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  const isReady = () => check('/readyz');
  expect(await isReady()).toMatch(/^200 .*"ready"/);
  process.kill(bff.pid ?? 0, 'SIGTERM');
  await expect.poll(isReady, { interval: 20 }).toMatch(/^503 .*"draining"/);
  await expect.poll(isReady).toBe('503 {"state":"no BFF"}');
  expect(await check('/livez')).toBe('200 {"state":"live"}');
});
