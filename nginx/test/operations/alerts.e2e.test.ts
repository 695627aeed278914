import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, root, run, start, waitUntilStarted, type Running } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';

const operations = join(root, 'nginx/operations');
const running: Running[] = [];
let folder: string;
let prometheus: string;
let targets: Record<'bff' | 'nginx', string>;
let origin: string;
let logs: () => Promise<string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  await cp(operations, folder, { recursive: true });
  const bff = await startBff({}, join(root, 'bff/dist/main.js'));
  running.push(bff);
  const nginx = await startNginx({ bffPort: bff.port });
  running.push(nginx);
  ({ logs } = nginx);
  origin = `http://127.0.0.1:${nginx.port}`;
  targets = { bff: `127.0.0.1:${bff.managementPort}`, nginx: `127.0.0.1:${nginx.managementPort}` };
  const config = (await readFile(join(folder, 'prometheus.yml'), 'utf8'))
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace(/'10\.0\.0\.1:9000', '10\.0\.0\.2:9000'/, `'${targets.bff}'`)
    .replace(/'10\.0\.0\.1:9001', '10\.0\.0\.2:9001'/, `'${targets.nginx}'`);
  await writeFile(join(folder, 'prometheus.yml'), config);
  const port = await freePort();
  prometheus = `http://127.0.0.1:${port}`;
  const process = start('prometheus', [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  running.push(process);
  await waitUntilStarted(process, `${prometheus}/-/ready`);
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async <Data>(path: string): Promise<Data> =>
  ((await (await fetch(`${prometheus}/api/v1/${path}`)).json()) as { data: Data }).data;

test('promtool finds no fault in the rules and their tests', async () => {
  const promtool = (...args: string[]) => run('promtool', args, { cwd: operations });
  expect((await promtool('check', 'rules', 'alerts.yml')).stdout).toContain('SUCCESS');
  expect((await promtool('check', 'config', 'prometheus.yml')).stdout).toContain('SUCCESS');
  expect((await promtool('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
});

test('Prometheus scrapes the BFF and nginx, and evaluates every rule', async () => {
  await fetch(`${origin}/web/api/status`);
  await expect
    .poll(async () => {
      const { result } = await ask<{ result: { metric: { job: string }; value: [number, string] }[] }>(
        'query?query=up',
      );
      return Object.fromEntries(result.map(({ metric, value }) => [metric.job, value[1]]));
    })
    .toEqual({ bff: '1', nginx: '1' });
  interface Rule {
    readonly name: string;
    readonly health: string;
  }
  const rules = async () =>
    (await ask<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap(({ rules }) => rules);
  await expect
    .poll(async () => new Set((await rules()).map(({ health }) => health)))
    .toEqual(new Set(['ok']));
  const runbook = await readFile(join(operations, 'README.md'), 'utf8');
  const [, alerts = ''] = /^## Alerts\n([^]*?)^## /m.exec(runbook) ?? [];
  expect([...alerts.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(
    (await rules()).map(({ name }) => name),
  );
});

test('every metric that an alert needs is there', async () => {
  const { bff, nginx } = targets;
  const texts = await Promise.all(
    [bff, nginx].map(async (target) => (await fetch(`http://${target}/metrics`)).text()),
  );
  const measured = new Set(texts.join('').match(/(?<=^# TYPE )\w+/gm));
  const expressions =
    (await readFile(join(operations, 'alerts.yml'), 'utf8')).match(
      /(?<=expr: )(?:>\n\s+)?[^]*?(?=\n\s+for:)/g,
    ) ?? [];
  const names = expressions.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z]+)+(?=[{[\s]|$)/g) ?? []);
  expect(names.length).toBeGreaterThan(8);
  // Without sign-in there is no session store.
  const missing = names.filter(
    (name) => !measured.has(name.replace(/_(?:count|sum|bucket)$/, '')) && name !== 'session_store_up',
  );
  expect(missing).toEqual([]);
});

test("mtail counts documents, assets and calls from nginx's access log", async () => {
  for (const path of ['', 'assets/none.js', 'api/status', 'api/none'])
    await (await fetch(`${origin}/web/${path}`)).text();
  const file = join(folder, 'access.log');
  await expect.poll(logs).toContain('/web/api/none');
  await writeFile(file, await logs());
  const { stdout } = await run('mtail', [
    ...['--one_shot', '--one_shot_format=prometheus', '--log_dir', folder],
    ...['--progs', join(operations, 'access-log.mtail'), '--logs', file],
  ]);
  const counted = [...stdout.matchAll(/^nginx_requests_total\{kind="(\w+)",.*status="(\d+)"\} [1-9]/gm)];
  expect(counted.map(([, kind, status]) => `${kind} ${status}`).toSorted()).toEqual([
    'asset 404',
    'call 200',
    'call 404',
    'document 200',
  ]);
});
