import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, root, start, waitForStatus, waitUntilStarted } from '@web/bff/test/processes';
import { startBff, testBundle, type RunningBff } from '@web/bff/test/start-bff';
import { startNginx } from './start-nginx.ts';
import { stopAfterAll } from './stop-after-all.ts';

/** A minute of the rules takes so many seconds here. */
const MINUTE_S = 4;

const started = stopAfterAll();
let bff: RunningBff;
/** Another one, whose upstream service does not listen. */
let cutOff: RunningBff;
/** A third one, in a container: outside of one, memory has no limit. */
let limited: Awaited<ReturnType<typeof startLimited>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let prometheus: string;

const again = async () => {
  const env = { PORT: String(bff.port), MANAGEMENT_PORT: String(bff.managementPort), HOST: '127.0.0.1' };
  return started(start('node', [testBundle('calls')], { ...env, LOG_LEVEL: 'warn' }));
};

/** Its memory is at most 400 MiB; at rest it takes a third of that. */
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

/** The rules, with shorter times; what a minute has rules for is scraped each second. */
async function startPrometheus(mtailPort: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  started({ stop: () => rm(folder, { recursive: true, force: true }) });
  const rules = await readFile(join(root, 'nginx/operations/alerts.yml'), 'utf8');
  const shorter = rules.replaceAll(
    /(\[|for: )(\d+)([ms])\b/g,
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
    job('bff', [bff.managementPort, cutOff.managementPort, limited.managementPort]),
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
  const program = join(root, 'nginx/operations/access-log.mtail');
  const args = [
    '--progs',
    program,
    '--logs',
    nginx.accessLog,
    '--address',
    '127.0.0.1',
    '--port',
    String(port),
  ];
  started(start('mtail', [...args, '--poll_interval', '250ms']));
  return port;
}

/** The alerts that fire. */
async function firing(): Promise<string[]> {
  const { data } = (await (await fetch(`${prometheus}/api/v1/alerts`)).json()) as {
    data: { alerts: { state: string; labels: { alertname: string } }[] };
  };
  const found = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
  return [...new Set(found)].toSorted();
}
/** Sends calls, through nginx unless another port is given, until it is aborted. */
const load = async (path: string, signal: AbortSignal, port = nginx.port) => {
  while (!signal.aborted) {
    await fetch(`http://127.0.0.1:${port}/web/api/${path}`, { signal }).catch(() => {});
    await sleep(20);
  }
};

beforeAll(async () => {
  bff = started(await startBff());
  const upstream = { UPSTREAM_THINGS: `http://127.0.0.1:${await freePort()}` };
  cutOff = started(await startBff(upstream, testBundle('tracing')));
  limited = started(await startLimited());
  const env = { BFF_MANAGEMENT_ADDRESS: `127.0.0.1:${bff.managementPort}` };
  nginx = started(await startNginx({ bffPort: bff.port, env }));
  prometheus = await startPrometheus(await startMtail());
});

test('each alert fires for what it is about: at rest, without its upstream, without memory, hanging, busy, killed again and again, and gone', async () => {
  const ended = new AbortController();
  const calls = load('status', ended.signal);
  await sleep(6 * MINUTE_S * 1_000);
  expect(await firing()).toEqual([]);

  const refused = new AbortController();
  const failing = load('things/1', refused.signal, cutOff.port);
  await expect.poll(firing).toContain('UpstreamDown');
  refused.abort();
  await failing;

  await fetch(`http://127.0.0.1:${limited.port}/web/api/test/allocate/${260 * 1_048_576}`);
  await expect.poll(firing).toContain('Memory');

  let isRunning = true;
  process.kill(bff.pid ?? 0, 'SIGSTOP');
  // Otherwise it could not be stopped.
  onTestFinished(() => void (isRunning && process.kill(bff.pid ?? 0, 'SIGCONT')));
  await expect.poll(firing).toEqual(expect.arrayContaining(['BffDown', 'NoBffReady']));
  process.kill(bff.pid ?? 0, 'SIGCONT');
  await expect.poll(firing).not.toContain('BffDown');

  const busy = new AbortController();
  const blocking = load('test/block/800', busy.signal);
  await expect.poll(firing).toContain('EventLoopBlocked');
  busy.abort();
  await blocking;

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
