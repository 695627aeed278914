import { availableParallelism } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { openTarget } from '../../conformance/target.ts';
import type { RunningBff } from '@web/bff/test/start-bff';
import { start } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { proxyNames } from '../ingress/proxies.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { stopAfterAll } from '../stop-after-all.ts';
import { findingsBehind, secret, startApplication } from './findings-behind.ts';

const started = stopAfterAll();
let authority: Authority;
let bff: RunningBff;

beforeAll(async () => {
  authority = await makeAuthority();
  started({ stop: authority.remove });
  bff = started(await startApplication('preserving'));
});

test.each(proxyNames)('while every core is busy, the example for %s has no finding', async (proxy) => {
  const busy = Array.from({ length: availableParallelism() }, () => start('node', ['-e', 'for (;;);']));
  try {
    const options = { upstreamPort: bff.port, authority, isReachable: true };
    expect(await findingsBehind(proxy, 'preserving', options)).toEqual([]);
  } finally {
    for (const process of busy) await process.stop();
  }
});

/** Lets a process run for a quarter of the time, as a machine does that has no time for it, until the work is done. */
async function starving<T>(pid: number, work: Promise<T>): Promise<T> {
  let quarter = 0;
  const timer = setInterval(() => {
    quarter += 1;
    process.kill(pid, quarter % 4 === 0 ? 'SIGCONT' : 'SIGSTOP');
  }, 500);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    process.kill(pid, 'SIGCONT');
  }
}

// On a loaded machine the stops can miss the calls that show how slow it is.
test('an application that is starved is too slow to tell, and no hop is blamed', { retry: 3 }, async () => {
  // It stands still for longer than this ingress waits.
  const edits = [['proxy_read_timeout 75s', 'proxy_read_timeout 1s']] as const;
  const ingress = await startProxy('nginx', 'preserving', { upstreamPort: bff.port, authority, edits });
  try {
    const target = openTarget(`https://localhost:${ingress.port}/web`);
    const { findings, results } = await starving(bff.pid ?? 0, runChecks(target, { secret, slowMs: 3_000 }));
    expect(findings).toEqual([]);
    expect(results.filter(({ detail }) => detail?.startsWith('too slow to tell'))).not.toEqual([]);
  } finally {
    await ingress.stop();
  }
});
