import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, root, waitForStatus, type Running } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { startProxy, type Edit } from '../ingress/start-proxy.ts';
import { startStack, type Stack } from '../stack/compose.ts';
import { startCounter, type Counter } from './counter.ts';
import { nothingLost, SETTLE_MS, underLoad } from './load.ts';

const running: Running[] = [];
let authority: Authority;
let counter: Counter;
let stacks: [Stack, Stack];
let managementPort: number;

const started = <Process extends Running>(process: Process): Process => {
  running.push(process);
  return process;
};

beforeAll(async () => {
  authority = await makeAuthority();
  counter = started(await startCounter());
  const port = await freePort();
  managementPort = await freePort();
  const start = async (name: string, network: number) =>
    started(
      await startStack({
        name: `web-e2e-${name}`,
        subnet: `172.30.${network}.0/24`,
        env: { TEST_COUNTER: `http://172.30.${network}.1:${counter.port}`, LOG_LEVEL: 'warn' },
        published: { host: `127.0.0.${network}`, port, managementPort },
      }),
    );
  stacks = [await start('one', 81), await start('other', 82)];
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await authority?.remove();
});

/** A balancer with the example for replicas, before both stacks. */
async function startBalancer(proxy: 'haproxy' | 'caddy') {
  const [file, single] = {
    haproxy: ['haproxy-replicas.cfg', /(?<=\n)backend web\n[^]*?\n\n/],
    caddy: ['caddy-replicas.Caddyfile', /\t\treverse_proxy 127.0.0.1:8080 \{\n/],
  }[proxy] as [string, RegExp];
  const [{ port }] = stacks;
  const example = (await readFile(join(root, 'nginx/ingress', file), 'utf8'))
    .replaceAll(/10\.0\.0\.(\d):8080/g, `127.0.0.8$1:${port}`)
    .replaceAll(/port 9001\b/g, `port ${managementPort}`);
  // The examples for one application name its address only there.
  const edit: Edit = [single, `# 127.0.0.1:8080\n${example}\n`];
  return startProxy(proxy, 'preserving', { upstreamPort: port, authority, edits: [edit] });
}

/** Waits until a balancer knows that a stack is ready. */
async function isSeenReady(stack: Stack) {
  await waitForStatus(`${stack.management}/readyz`);
  await sleep(SETTLE_MS);
}

test.each(['haproxy', 'caddy'] as const)(
  'a rolling update of two stacks behind %s loses no request and does no POST twice',
  { timeout: 600_000 },
  async (proxy) => {
    const balancer = await startBalancer(proxy);
    const outcome = await underLoad(`https://localhost:${balancer.port}`, counter, async () => {
      for (const stack of stacks) {
        await stack.compose('up', '--detach', '--no-build', '--force-recreate', '--wait');
        await isSeenReady(stack);
      }
    });
    await balancer.stop();
    expect(outcome).toEqual({ ...nothingLost, failedPosts: [] });
  },
);

test.each(['haproxy', 'caddy'] as const)(
  'a replica that dies behind %s loses no GET, and no POST happens twice',
  { timeout: 600_000 },
  async (proxy) => {
    const balancer = await startBalancer(proxy);
    const outcome = await underLoad(`https://localhost:${balancer.port}`, counter, async () => {
      for (const stack of stacks) {
        await stack.compose('kill', '--signal', 'KILL', 'nginx');
        await stack.compose('up', '--detach', '--no-build', '--wait');
        await isSeenReady(stack);
      }
    });
    await balancer.stop();
    expect(outcome).toEqual({ ...nothingLost, cut: expect.any(Array), failedPosts: expect.any(Array) });
  },
);
