import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, waitForStatus } from '#platform/testing/processes.ts';
import { testBundle } from '#platform/test/test-bundles.ts';

/** Number of requests whose log lines overfill the pipe and the process's buffer. */
const REQUESTS = 2_000;
const LONG_PATH = 'x'.repeat(1_000);

test.each([
  ['the log’s disk is full', () => openSync('/dev/full', 'w')],
  ['the log’s reader is stuck', () => 'pipe' as const],
])(
  'while %s, calls succeed, dropped log lines are counted, and the process exits in time',
  async (_what, output) => {
    const [port, managementPort] = [await freePort(), await freePort()];
    const env = {
      ...process.env,
      PORT: String(port),
      MANAGEMENT_PORT: String(managementPort),
      HOST: '127.0.0.1',
    };
    const child = spawn('node', [testBundle('calls')], { env, stdio: ['ignore', output(), 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const exited = once(child, 'exit');
    const origin = `http://127.0.0.1:${port}`;
    await waitForStatus(`${origin}/web/api/status`);

    for (let sent = 0; sent < REQUESTS; sent += 1)
      await (await fetch(`${origin}/web/api/${LONG_PATH}`)).text();
    const metrics = async () => (await fetch(`http://127.0.0.1:${managementPort}/metrics`)).text();
    await expect.poll(metrics).toMatch(/^log_lines_dropped_total [1-9]/m);
    expect((await fetch(`${origin}/web/api/status`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${managementPort}/livez`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
