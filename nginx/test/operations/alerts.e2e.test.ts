import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { root, run } from '@web/bff/test/processes';
import { startBff } from '@web/bff/test/start-bff';
import { startNginx } from '../start-nginx.ts';

const operations = join(root, 'nginx/operations');

/** The built application behind nginx. */
async function startApplication() {
  const bff = await startBff({}, join(root, 'bff/dist/main.js'));
  onTestFinished(bff.stop);
  const nginx = await startNginx({ bffPort: bff.port });
  onTestFinished(nginx.stop);
  return { bff, nginx };
}

test('promtool finds no fault in the rules, their tests, and the configuration', async () => {
  for (const args of [
    'check rules alerts.yml',
    'check config prometheus.yml',
    'test rules alerts.test.yml',
  ]) {
    const { stdout } = await run('promtool', args.split(' '), { cwd: operations });
    expect(stdout).toContain('SUCCESS');
  }
});

test('every metric that an alert needs is measured, and every alert is in the runbook', async () => {
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
  // Without sign-in there is no session store.
  expect([...measured, 'session_store_up']).toEqual(expect.arrayContaining(names));
  const runbook = await readFile(join(operations, 'README.md'), 'utf8');
  for (const { alert } of rules) expect(runbook).toContain(`\n### ${alert}\n`);
});

test("mtail counts documents, assets and calls from nginx's access log", async () => {
  const { nginx } = await startApplication();
  for (const path of ['', 'assets/none.js', 'api/status', 'api/none'])
    await (await fetch(`http://127.0.0.1:${nginx.port}/web/${path}`)).text();
  await expect.poll(nginx.logs).toContain('/web/api/none');
  const folder = await mkdtemp(join(tmpdir(), 'mtail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'access.log');
  await writeFile(file, await nginx.logs());
  const program = join(operations, 'access-log.mtail');
  const once = ['--one_shot', '--one_shot_format=prometheus', '--log_dir', folder];
  const { stdout } = await run('mtail', [...once, '--progs', program, '--logs', file]);
  const counted = [...stdout.matchAll(/^nginx_requests_total\{kind="(\w+)",.*status="(\d+)"\} [1-9]/gm)];
  expect(counted.map(([, kind, status]) => `${kind} ${status}`).toSorted()).toEqual([
    'asset 404',
    'call 200',
    'call 404',
    'document 200',
  ]);
});
