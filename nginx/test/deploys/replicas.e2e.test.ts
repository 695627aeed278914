import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, root, waitForStatus } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { startProxy, type Edit } from '../ingress/start-proxy.ts';
import { startStack, type Stack } from '../stack/compose.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { startCounter, type Counter } from './counter.ts';
import { nothingLost, SETTLE_MS, underLoad } from './load.ts';

const started = stopAfterAll();
let authority: Authority;
let counter: Counter;
let stacks: [Stack, Stack];
let managementPort: number;

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

afterAll(() => authority?.remove());

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

/** What happens to each stack, and whether a POST may fail then: no balancer sends it again. */
const disruptions = {
  'a rolling update of two stacks': {
    disrupt: (stack: Stack) => stack.compose('up', '--detach', '--no-build', '--force-recreate', '--wait'),
    losses: { ...nothingLost, failedPosts: [] },
  },
  'a replica that dies': {
    disrupt: async (stack: Stack) => {
      await stack.compose('kill', '--signal', 'KILL', 'nginx');
      await stack.compose('up', '--detach', '--no-build', '--wait');
    },
    losses: { ...nothingLost, cut: expect.any(Array), failedPosts: expect.any(Array) },
  },
};

const behind = Object.entries(disruptions).flatMap(([what, disruption]) =>
  (['haproxy', 'caddy'] as const).map((proxy) => ({ what, proxy, ...disruption })),
);

test.each(behind)(
  '$what behind $proxy loses no GET, and no POST happens twice',
  { timeout: 600_000 },
  async ({ proxy, disrupt, losses }) => {
    const balancer = await startBalancer(proxy);
    const outcome = await underLoad(`https://localhost:${balancer.port}`, counter, async () => {
      for (const stack of stacks) {
        await disrupt(stack);
        // The balancer must see it, too.
        await waitForStatus(`${stack.management}/readyz`);
        await sleep(SETTLE_MS);
      }
    });
    await balancer.stop();
    expect(outcome).toEqual(losses);
  },
);
