import { availableParallelism } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { start } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { proxyNames } from '../ingress/proxies.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { findingsBehind, startApplication } from './findings-behind.ts';

const started = stopAfterAll();
let authority: Authority;
let upstreamPort: number;

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  upstreamPort = started(await startApplication('preserving')).port;
});

// That an application which is slow is not blamed on a hop: conformance/test/compare.test.ts.
test.each(proxyNames)('while every core is busy, the example for %s has no finding', async (proxy) => {
  const busy = Array.from({ length: availableParallelism() }, () => start('node', ['-e', 'for (;;);']));
  try {
    const options = { upstreamPort, authority, isReachable: true };
    expect(await findingsBehind(proxy, 'preserving', options)).toEqual([]);
  } finally {
    for (const process of busy) await process.stop();
  }
});
