import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, root, waitForStatus } from '@web/bff/platform/testing/processes';
import { makeAuthority, type Authority } from '@web/bff/platform/test/certificate-authority';
import { startProxy } from '#platform/test/ingress/start-proxy.ts';
import { startStack, type Stack } from '#platform/test/stack/compose.ts';
import { stopAfterAll } from '#platform/test/stop-after-all.ts';
import { nothingLost, SETTLE_MS, startCounter, underLoad, type Counter } from './load.ts';

const started = stopAfterAll();
const stacks: Stack[] = [];
let authority: Authority;
let counter: Counter;
let published: { readonly port: number; readonly managementPort: number };

beforeAll(async () => {
  authority = await makeAuthority();
  counter = started(await startCounter());
  published = { port: await freePort(), managementPort: await freePort() };
  for (const network of [81, 82]) {
    const stack = await startStack({
      name: `web-e2e-replica-${network}`,
      subnet: `172.30.${network}.0/24`,
      env: { TEST_COUNTER: `http://172.30.${network}.1:${counter.port}`, LOG_LEVEL: 'warn' },
      published: { host: `127.0.0.${network}`, ...published },
    });
    stacks.push(started(stack));
  }
});

afterAll(() => authority?.remove());

/** Proxy examples for replicas, each with the part of the main example that it replaces. */
const examples = {
  haproxy: ['haproxy-replicas.cfg', /(?<=\n)backend web\n[^]*?\n\n/],
  caddy: ['caddy-replicas.Caddyfile', /\t\treverse_proxy 127.0.0.1:8080 \{\n/],
  nginx: ['nginx-replicas.conf', /upstream web \{\n[^]*?\n\}\n/],
} as const;

/** Disruptions, with the losses that they may cause. POSTs may fail when a replica dies, because no balancer retries a POST. */
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
  (Object.keys(examples) as (keyof typeof examples)[])
    // `.ci/full` kills replicas behind all balancers, CI only behind HAProxy.
    .filter((proxy) => process.env['FULL'] || proxy === 'haproxy' || what !== 'a replica that dies')
    .map((proxy) => ({ what, proxy, ...disruption })),
);

test.each(behind)(
  'behind $proxy, no GET is lost and no POST is repeated despite $what',
  { timeout: 600_000 },
  async ({ proxy, disrupt, losses }) => {
    const [file, replaced] = examples[proxy];
    const example = (await readFile(join(root, 'nginx/platform/ingress', file), 'utf8'))
      .replaceAll(/10\.0\.0\.(\d):8080/g, `127.0.0.8$1:${published.port}`)
      .replaceAll(/port 9001\b/g, `port ${published.managementPort}`);
    const options = { upstreamPort: published.port, authority, edits: [[replaced, `${example}\n`]] } as const;
    const balancer = await startProxy(proxy, 'preserving', options);
    const outcome = await underLoad(`https://localhost:${balancer.port}`, counter, async () => {
      for (const stack of stacks) {
        await disrupt(stack);
        await waitForStatus(`${stack.management}/readyz`);
        await sleep(SETTLE_MS);
      }
    });
    await balancer.stop();
    // nginx as a balancer has no health checks, so POSTs may fail.
    const posts = proxy === 'nginx' && { failedPosts: expect.any(Array) };
    expect(outcome).toEqual({ ...losses, ...posts });
  },
);
