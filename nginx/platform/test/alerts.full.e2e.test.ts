import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, root, start, waitForStatus, waitUntilStarted } from '@web/bff/platform/testing/processes';
import { type RunningBff } from '@web/bff/platform/testing/start-bff';
import { testBundle, startTestBff } from '@web/bff/platform/test/test-bundles';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

/** Seconds to which the test shortens each minute in the alert rules. */
const MINUTE_S = 4;

const started = stopAfterAll();
let bff: RunningBff;
/** A BFF in a container, which limits its memory. */
let limited: Awaited<ReturnType<typeof startLimited>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let prometheus: string;

const again = async () => {
  const env = { PORT: String(bff.port), MANAGEMENT_PORT: String(bff.managementPort), HOST: '127.0.0.1' };
  return started(start('node', [testBundle('calls')], { ...env, LOG_LEVEL: 'warn' }));
};

/** Starts a BFF with 400 MiB of memory, of which it uses a third when idle. */
async function startLimited() {
  const [port, managementPort] = [await freePort(), await freePort()];
  const env = [`PORT=${port}`, `MANAGEMENT_PORT=${managementPort}`, 'HOST=127.0.0.1', 'LOG_LEVEL=warn'];
  const container = ['--rm', '--network', 'host', '--memory', '400m', '--volume', `${root}:${root}:ro`];
  const settings = env.flatMap((setting) => ['--env', setting]);
  const command = ['node:26-trixie-slim', 'node', testBundle('calls')];
  const child = start('docker', ['run', ...container, ...settings, ...command]);
  await waitUntilStarted(child, `http://127.0.0.1:${managementPort}/livez`);
  return { port, managementPort, stop: child.stop };
}

/** Starts Prometheus, which scrapes every second. Shortens the durations in the alert rules. */
async function startPrometheus(mtailPort: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  started({ stop: () => rm(folder, { recursive: true, force: true }) });
  const rules = await readFile(join(root, 'nginx/platform/operations/alerts.yml'), 'utf8');
  const shorter = rules.replaceAll(
    /(\[|:|for: |interval: )(\d+)([ms])\b/g,
    (_, before: string, count: string, unit: string) => {
      const seconds = Number(count) * (unit === 'm' ? MINUTE_S : MINUTE_S / 60);
      return `${before}${Math.max(1, Math.ceil(seconds))}s`;
    },
  );
  await writeFile(join(folder, 'alerts.yml'), shorter);
  const job = (name: string, ports: readonly number[], path = '/metrics') => {
    const targets = ports.map((port) => `'127.0.0.1:${port}'`).join(', ');
    return `  - { job_name: ${name}, metrics_path: ${path}, static_configs: [targets: [${targets}]] }\n`;
  };
  const jobs = [
    job('bff', [bff.managementPort, limited.managementPort]),
    job('nginx', [nginx.managementPort]),
    job('ready', [nginx.managementPort], '/readyz'),
    job('mtail', [mtailPort]),
  ];
  const global = 'global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }\n';
  const config = `${global}rule_files: [alerts.yml]\nscrape_configs:\n${jobs.join('')}`;
  await writeFile(join(folder, 'prometheus.yml'), config);
  const origin = `127.0.0.1:${await freePort()}`;
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  started(start('prometheus', [...files, `--web.listen-address=${origin}`]));
  await waitForStatus(`http://${origin}/-/ready`);
  return `http://${origin}`;
}

async function startMtail(): Promise<number> {
  const port = await freePort();
  const files = [
    '--progs',
    join(root, 'nginx/platform/operations/access-log.mtail'),
    '--logs',
    nginx.accessLog,
  ];
  const options = `--address 127.0.0.1 --port ${port} --poll_interval 250ms`;
  started(start('mtail', [...files, ...options.split(' ')]));
  return port;
}

async function firing(): Promise<string[]> {
  const { data } = (await (await fetch(`${prometheus}/api/v1/alerts`)).json()) as {
    data: { alerts: { state: string; labels: { alertname: string } }[] };
  };
  const found = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  return [...new Set(found)].toSorted();
}
const load = async (path: string, signal: AbortSignal) => {
  while (!signal.aborted) {
    await fetch(`http://127.0.0.1:${nginx.port}/web/api/${path}`, { signal }).catch(() => {});
    await sleep(20);
  }
};

beforeAll(async () => {
  bff = started(await startTestBff());
  limited = started(await startLimited());
  const env = { BFF_MANAGEMENT_ADDRESS: `127.0.0.1:${bff.managementPort}` };
  nginx = started(await startNginx({ bffPort: bff.port, env }));
  prometheus = await startPrometheus(await startMtail());
});

test('alerts fire for a BFF that is out of memory, hangs, restarts or is gone, but not for an idle BFF', async () => {
  const ended = new AbortController();
  const calls = load('status', ended.signal);
  await sleep(6 * MINUTE_S * 1_000);
  expect(await firing()).toEqual([]);

  await fetch(`http://127.0.0.1:${limited.port}/web/api/test/allocate/${260 * 1_048_576}`);
  await expect.poll(firing).toContain('Memory');

  let isRunning = true;
  process.kill(bff.pid ?? 0, 'SIGSTOP');
  // Continues the process, because a stopped process does not handle SIGTERM.
  onTestFinished(() => void (isRunning && process.kill(bff.pid ?? 0, 'SIGCONT')));
  await expect.poll(firing).toEqual(expect.arrayContaining(['BffDown', 'NoBffReady']));
  process.kill(bff.pid ?? 0, 'SIGCONT');
  await expect.poll(firing).not.toContain('BffDown');

  process.kill(bff.pid ?? 0, 'SIGKILL');
  isRunning = false;
  for (let count = 0; count < 4; count += 1) {
    const next = await again();
    await waitForStatus(`http://127.0.0.1:${bff.managementPort}/livez`);
    await sleep(2_500);
    next.kill('SIGKILL');
  }
  await expect.poll(firing).toContain('Restarts');
  await expect.poll(firing).toEqual(expect.arrayContaining(['BffDown', 'ErrorsAtNginx', 'NoBffReady']));
  ended.abort();
  await calls;
});
