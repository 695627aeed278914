import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort, root, start, waitForStatus, waitUntilStarted } from '@web/bff/platform/testing/processes';
import { type RunningBff } from '@web/bff/platform/testing/start-bff';
import { testBundle, startTestBff } from '@web/bff/platform/test/test-bundles';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { MINUTE_S, startPrometheus } from './start-prometheus.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
let bff: RunningBff;
/** A BFF in a container, which limits its memory. */
let limited: Awaited<ReturnType<typeof startLimited>>;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let firing: () => Promise<string[]>;

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
  const jobs = {
    bff: [bff.managementPort, limited.managementPort],
    nginx: [nginx.managementPort],
    ready: [nginx.managementPort],
    mtail: [await startMtail()],
  };
  const prometheus = started(await startPrometheus(jobs));
  ({ firing } = prometheus);
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
