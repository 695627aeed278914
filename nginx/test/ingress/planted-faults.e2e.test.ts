import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../../conformance/cases/all.ts';
import { openTarget, type Target } from '../../conformance/target.ts';
import { buildTestBundle, startBff, type RunningBff } from '@web/bff/test/start-bff';
import { harnessCases } from '../entry-points/harness-cases.ts';
import { startProxy } from './start-proxy.ts';
import { makeAuthority, type Authority } from './certificate-authority.ts';
import { ingressCases } from './ingress-cases.ts';
import { lacks } from './influenced-cases.ts';
import { faults, type Fault } from './planted-faults.ts';
import { proxyNames, type Kind, type Proxy } from './proxies.ts';

const PATIENCE_MS = 8_000;

const runs: readonly (readonly [title: string, run: (target: Target) => Promise<void>])[] = [
  ...allCases.flatMap((one) => (one.seen === 'outside' ? [[one.id, one.run] as const] : [])),
  ...Object.entries(harnessCases),
  ...Object.entries(ingressCases),
];

const runOf = (fails: string) => {
  const [found] = runs.filter(([title]) => title.startsWith(fails) && !/^\w/.test(title.slice(fails.length)));
  if (!found) throw new Error(`no case ${fails}`);
  return found[1];
};

const embedded = new Map<Kind, RunningBff>();
let authority: Authority;

beforeAll(async () => {
  await buildTestBundle();
  authority = await makeAuthority();
  embedded.set('preserving', await startBff());
  embedded.set('stripping', await startBff({ INGRESS_STRIPS_PREFIX: 'true' }));
});

afterAll(async () => {
  for (const one of embedded.values()) await one.stop();
  await authority?.remove();
});

async function behind(
  proxy: Proxy,
  kind: Kind,
  fault: Fault['plant'] | undefined,
  run: (target: Target) => Promise<void>,
): Promise<void> {
  const upstreamPort = embedded.get(kind)?.port ?? 0;
  const ingress = await startProxy(proxy, kind, { upstreamPort, authority, ...(fault && { fault }) });
  try {
    await run(openTarget(`https://localhost:${ingress.port}/web`, { stripped: kind === 'stripping' }));
  } finally {
    await ingress.stop();
  }
}

/** A case that hangs has failed too. */
const fails = async (target: Target, title: string) => {
  const outcome = runOf(title)(target).then(
    () => 'passed',
    () => 'failed',
  );
  expect(await Promise.race([outcome, sleep(PATIENCE_MS, 'failed')])).toBe('failed');
};

test.each(faults)('$proxy, $kind: it is noticed that $title', (fault) =>
  behind(fault.proxy, fault.kind, fault.plant, (target) => fails(target, fault.fails)),
);

test.each(lacks)('$proxy still cannot do it: $title', ({ proxy, title }) =>
  behind(proxy, 'preserving', undefined, (target) => fails(target, title)),
);

test('each proxy has a fault', () => {
  expect([...new Set(faults.map(({ proxy }) => proxy))].toSorted()).toEqual(proxyNames.toSorted());
});
