import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCases } from '../conformance/cases/all.ts';
import { openDoor, type Door } from '../conformance/door.ts';
import { buildBundle, startEmbedded, type Embedded } from './bff-with-test-calls.ts';
import { doorCases } from './door-cases.ts';
import { startProxy } from './ingress.ts';
import { makeAuthority, type Authority } from './ingress-authority.ts';
import { ingressCases } from './ingress-cases.ts';
import { lacks } from './ingress-influence.ts';
import { faults, type Fault } from './ingress-planted-faults.ts';
import { proxyNames, type Kind, type Proxy } from './ingress-proxies.ts';

const PATIENCE_MS = 8_000;

const runs: readonly (readonly [title: string, run: (door: Door) => Promise<void>])[] = [
  ...allCases.flatMap((one) => (one.seen === 'outside' ? [[one.id, one.run] as const] : [])),
  ...Object.entries(doorCases),
  ...Object.entries(ingressCases),
];

const runOf = (fails: string) => {
  const [found] = runs.filter(([title]) => title.startsWith(fails) && !/^\w/.test(title.slice(fails.length)));
  if (!found) throw new Error(`no case ${fails}`);
  return found[1];
};

const embedded = new Map<Kind, Embedded>();
let authority: Authority;

beforeAll(async () => {
  await buildBundle();
  authority = await makeAuthority();
  embedded.set('preserving', await startEmbedded());
  embedded.set('stripping', await startEmbedded({ INGRESS_STRIPS_PREFIX: 'true' }));
});

afterAll(async () => {
  for (const one of embedded.values()) await one.stop();
  await authority?.remove();
});

async function behind(
  proxy: Proxy,
  kind: Kind,
  fault: Fault['plant'] | undefined,
  run: (door: Door) => Promise<void>,
): Promise<void> {
  const upstreamPort = embedded.get(kind)?.port ?? 0;
  const ingress = await startProxy(proxy, kind, { upstreamPort, authority, ...(fault && { fault }) });
  try {
    await run(openDoor(`https://localhost:${ingress.port}/web`, { stripped: kind === 'stripping' }));
  } finally {
    await ingress.stop();
  }
}

/** A case that hangs has failed too. */
const fails = async (door: Door, title: string) => {
  const outcome = runOf(title)(door).then(
    () => 'passed',
    () => 'failed',
  );
  expect(await Promise.race([outcome, sleep(PATIENCE_MS, 'failed')])).toBe('failed');
};

test.each(faults)('$proxy, $kind: it is noticed that $title', (fault) =>
  behind(fault.proxy, fault.kind, fault.plant, (door) => fails(door, fault.fails)),
);

test.each(lacks)('$proxy still cannot do it: $title', ({ proxy, title }) =>
  behind(proxy, 'preserving', undefined, (door) => fails(door, title)),
);

test('each proxy has a fault', () => {
  expect([...new Set(faults.map(({ proxy }) => proxy))].toSorted()).toEqual(proxyNames.toSorted());
});
