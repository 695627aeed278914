import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '../../conformance/cases/all.ts';
import { describeResponse, describeTarget } from '../../conformance/describe-response.ts';
import { openTarget, type Target } from '../../conformance/target.ts';
import { whyNotObservable, type Case } from '../../conformance/case.ts';
import { startBff } from '@web/bff/test/start-bff';
import { startStack } from '../stack/compose.ts';
import { harnessCases } from './harness-cases.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { makeAuthority } from '../ingress/certificate-authority.ts';
import { influencedCases, influencedHarnessCases } from '../ingress/influenced-cases.ts';
import { kinds, proxyNames } from '../ingress/proxies.ts';
import type { Running } from '@web/bff/test/processes';

const strips = { INGRESS_STRIPS_PREFIX: 'true' };
const running: Running[] = [];
const ports = new Map<string, number>();

/** The entry points without an ingress: all cases. */
const targets = ['embedded', 'compose'] as const;

/** Each proxy in front of both: the cases that it can influence, over TLS. */
const ingresses = proxyNames.flatMap((proxy) =>
  kinds.flatMap((kind) =>
    targets.map((target) => ({
      name: `${proxy}, ${kind}, ${target}`,
      proxy,
      kind,
      behind: kind === 'stripping' ? `${target}, stripping` : target,
    })),
  ),
);

let authority: Awaited<ReturnType<typeof makeAuthority>>;

beforeAll(async () => {
  authority = await makeAuthority();
  const add = (name: string, started: Running & { port: number }) => {
    running.push(started);
    ports.set(name, started.port);
  };
  add('embedded', await startBff());
  add('embedded, stripping', await startBff(strips));
  // The ingresses run on this machine, so they arrive by the address of the network's gateway.
  add(
    'compose',
    await startStack({
      name: 'web-e2e',
      subnet: '172.30.88.0/24',
      env: { TRUSTED_PROXIES: '172.30.88.1' },
    }),
  );
  add(
    'compose, stripping',
    await startStack({
      name: 'web-e2e-strips',
      subnet: '172.30.89.0/24',
      env: { ...strips, TRUSTED_PROXIES: '172.30.89.1' },
    }),
  );
  for (const { name, proxy, kind, behind } of ingresses)
    add(name, await startProxy(proxy, kind, { upstreamPort: portOf(behind), authority }));
});

afterAll(async () => {
  for (const process of running.toReversed()) await process.stop();
  await authority?.remove();
});

const portOf = (name: string) => ports.get(name) ?? 0;

type Open = (origin: string) => Target;

/** Defines a test for each case that is observable at the target; its port is known when the test runs. */
function judge(name: string, host: string, cases: readonly Case[], open: Open): () => Target {
  const target = () => open(`${host}:${portOf(name)}`);
  for (const item of cases) {
    if (item.seen === 'outside' && whyNotObservable(open(host), item) === undefined)
      test(`${item.id} ${item.title}`, () => item.run(target()));
  }
  return target;
}

describe.each(targets)('%s', (name) => {
  const target = judge(name, 'http://127.0.0.1', allCases, (origin) =>
    openTarget(`${origin}/web`, { ownsOrigin: true }),
  );
  for (const [title, run] of Object.entries(harnessCases)) test(title, () => run(target()));
});

describe.each(ingresses)('$name', ({ name, proxy, kind }) => {
  const stripped = kind === 'stripping';
  const target = judge(name, 'https://localhost', influencedCases, (origin) =>
    openTarget(`${origin}/web`, { stripped }),
  );
  for (const [title, run] of influencedHarnessCases(proxy)) test(title, () => run(target()));
});

describe.each([
  ['embedded', 'embedded, stripping'],
  ['compose', 'compose, stripping'],
])('%s, with INGRESS_STRIPS_PREFIX=true', (plain, stripping) => {
  test('/x is served as /web/x, which still works', async () => {
    const [bare, stripped] = [plain, stripping].map((name) =>
      openTarget(`http://127.0.0.1:${portOf(name)}/web`),
    );
    if (!bare || !stripped) throw new Error('no targets');
    const paths = ['/', '/a/b?x=1', '/nope.js', '/assets/gone-1.js', '/favicon.svg', '/website'];
    for (const path of [...paths, '/api/status', '/api/nope']) {
      const expected = await describeResponse(bare, `/web${path}`);
      expect([path, await describeResponse(stripped, path)]).toEqual([path, expected]);
      expect([path, await describeResponse(stripped, `/web${path}`)]).toEqual([path, expected]);
    }
  });

  test('the management port is not reachable there', async () => {
    const target = openTarget(`http://127.0.0.1:${portOf(stripping)}/web`);
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await target.request(path)).headers['content-type']?.[0]).toMatch(/^text\/html/);
    }
  });
});

test('27b, 28d and 40: nginx and embedded have the same status and the same header fields', async () => {
  const [embedded, compose] = ['embedded', 'compose'].map((name) =>
    openTarget(`http://127.0.0.1:${portOf(name)}/web`, { ownsOrigin: true }),
  );
  if (!embedded || !compose) throw new Error('no targets');
  expect(await describeTarget(compose)).toEqual(await describeTarget(embedded));
  const etags = ['/web/', '/web/favicon.svg'].map(async (path) =>
    Promise.all([embedded, compose].map(async (target) => (await target.request(path)).headers['etag'])),
  );
  for (const [one, other] of await Promise.all(etags)) expect(one).toEqual(other);
});
