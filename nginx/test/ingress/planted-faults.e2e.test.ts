import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunCase } from '../../conformance/case.ts';
import { allCases } from '../../conformance/cases/all.ts';
import { openTarget } from '../../conformance/target.ts';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { harnessCases } from '../entry-points/harness-cases.ts';
import { startProxy, type Edit } from './start-proxy.ts';
import { makeAuthority, type Authority } from './certificate-authority.ts';
import { ingressCases } from './ingress-cases.ts';
import { faults, limitations } from './planted-faults.ts';
import type { Kind, Proxy } from './proxies.ts';

const TIMEOUT_MS = 8_000;

const cases = [
  ...allCases.flatMap((item) => (item.seen === 'outside' ? [[item.id, item.run] as const] : [])),
  ...Object.entries({ ...harnessCases, ...ingressCases }),
];

/** The case with this number, or whose title begins so. */
function runOf(name: string): RunCase {
  const found = cases.find(([title]) => title.startsWith(name) && !/^\w/.test(title.slice(name.length)));
  if (!found) throw new Error(`no case ${name}`);
  return found[1];
}

const applications = new Map<Kind, RunningBff>();
let authority: Authority;

beforeAll(async () => {
  authority = await makeAuthority();
  applications.set('preserving', await startBff());
  applications.set('stripping', await startBff({ INGRESS_STRIPS_PREFIX: 'true' }));
});

afterAll(async () => {
  for (const application of applications.values()) await application.stop();
  await authority?.remove();
});

/** Expects that a case fails, or does not end, behind a proxy. */
async function expectFailure(proxy: Proxy, kind: Kind, edits: readonly Edit[], name: string): Promise<void> {
  const upstreamPort = applications.get(kind)?.port ?? 0;
  const { port, stop } = await startProxy(proxy, kind, { upstreamPort, authority, edits });
  try {
    const target = openTarget(`https://localhost:${port}/web`, { stripped: kind === 'stripping' });
    const outcome = runOf(name)(target).then(
      () => 'passed',
      () => 'failed',
    );
    expect(await Promise.race([outcome, sleep(TIMEOUT_MS, 'failed')])).toBe('failed');
  } finally {
    await stop();
  }
}

test.each(faults)('$proxy, $kind: a case fails because $title', ({ proxy, kind, edit, fails }) =>
  expectFailure(proxy, kind, [edit], fails),
);

test.each(limitations)('$proxy still has its limitation: $title', ({ proxy, title }) =>
  expectFailure(proxy, 'preserving', [], title),
);
