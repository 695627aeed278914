import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runChecks } from '../../conformance/doctor/run-checks.ts';
import { openTarget } from '../../conformance/target.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { root, start } from '@web/bff/test/processes';
import { makeAuthority, type Authority } from '../ingress/certificate-authority.ts';
import { proxyNames } from '../ingress/proxies.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { findingsBehind, secret } from './findings-behind.ts';

let authority: Authority;
let bff: RunningBff;

beforeAll(async () => {
  authority = await makeAuthority();
  const env = { TRUSTED_PROXIES: '127.0.0.1', HSTS_SECONDS: '31536000', DIAGNOSTICS: secret };
  bff = await startBff(env, resolve(root, 'bff/dist/main.js'));
});

afterAll(async () => {
  await bff?.stop();
  await authority?.remove();
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

/** Stops a process again and again, as a machine does that has no time for it, until the work is done. */
async function starving<T>(pid: number, work: Promise<T>): Promise<T> {
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    for (;;) {
      process.kill(pid, 'SIGSTOP');
      if (await Promise.race([done, sleep(1_500, false)])) return await work;
      process.kill(pid, 'SIGCONT');
      if (await Promise.race([done, sleep(500, false)])) return await work;
    }
  } finally {
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
    const slow = results.filter(({ detail }) => detail?.startsWith('too slow to tell'));
    expect(slow.map(({ id }) => id)).not.toEqual([]);
  } finally {
    await ingress.stop();
  }
});
