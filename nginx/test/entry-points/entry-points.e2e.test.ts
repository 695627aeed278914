import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '../../conformance/cases/all.ts';
import { describeResponse, describeTarget } from '../../conformance/describe-response.ts';
import { openTarget, type Target } from '../../conformance/target.ts';
import { whyNotObservable, type Case } from '../../conformance/case.ts';
import { buildTestBundle, startBff } from '@web/bff/test/start-bff';
import { startStack } from '../compose.ts';
import { harnessCases } from './harness-cases.ts';
import { startProxy } from '../ingress/start-proxy.ts';
import { makeAuthority } from '../ingress/certificate-authority.ts';
import { influencedCases, influencedHarnessCases } from '../ingress/influenced-cases.ts';
import { kinds, proxyNames } from '../ingress/proxies.ts';
import type { Running } from '@web/bff/test/processes';

const strips = { INGRESS_STRIPS_PREFIX: 'true' };
const running: Running[] = [];
const ports = new Map<string, number>();

/** Every way in without an ingress: all cases. */
const targets = ['embedded', 'compose'] as const;

/** Every foreign ingress in front of both: the cases that it can influence, by TLS. */
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
  await buildTestBundle();
  authority = await makeAuthority();
  const keep = (name: string, started: Running & { port: number }) => {
    running.push(started);
    ports.set(name, started.port);
  };
  keep('embedded', await startBff());
  keep('embedded, stripping', await startBff(strips));
  keep('compose', await startStack({ name: 'web-e2e', subnet: '172.30.88.0/24' }));
  keep(
    'compose, stripping',
    await startStack({ name: 'web-e2e-strips', subnet: '172.30.89.0/24', env: strips }),
  );
  for (const { name, proxy, kind, behind } of ingresses)
    keep(name, await startProxy(proxy, kind, { upstreamPort: portOf(behind), authority }));
});

afterAll(async () => {
  for (const one of running.toReversed()) await one.stop();
  await authority?.remove();
});

const portOf = (name: string) => ports.get(name) ?? 0;

type Open = (origin: string) => Target;

/** A test for each case that can be judged through such a target; it is opened when its port is known. */
function judge(name: string, host: string, cases: readonly Case[], open: Open): () => Target {
  const target = () => open(`${host}:${portOf(name)}`);
  const known = open(host);
  for (const one of cases) {
    if (one.seen === 'outside' && whyNotObservable(known, one) === undefined)
      test(`${one.id} ${one.title}`, () => one.run(target()));
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
])('%s, told that its ingress strips', (plain, stripping) => {
  test('/x is taken exactly as /web/x, which still works', async () => {
    const [bare, told] = [
      openTarget(`http://127.0.0.1:${portOf(plain)}/web`),
      openTarget(`http://127.0.0.1:${portOf(stripping)}/web`),
    ];
    for (const path of [
      '/',
      '/a/b?x=1',
      '/nope.js',
      '/assets/gone-1.js',
      '/favicon.svg',
      '/api/status',
      '/api/nope',
      '/website',
    ]) {
      const expected = await describeResponse(bare, `/web${path}`);
      expect([path, await describeResponse(told, path)]).toEqual([path, expected]);
      expect([path, await describeResponse(told, `/web${path}`)]).toEqual([path, expected]);
    }
  });

  test('nothing of the management port answers there', async () => {
    const told = openTarget(`http://127.0.0.1:${portOf(stripping)}/web`);
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await told.ask(path)).headers['content-type']?.[0]).toMatch(/^text\/html/);
    }
  });
});

test('27b, 28d and 40: nginx and the embedded target give the same status and the same header set', async () => {
  const [embedded, compose] = ['embedded', 'compose'].map((name) =>
    openTarget(`http://127.0.0.1:${portOf(name)}/web`, { ownsOrigin: true }),
  );
  if (!embedded || !compose) throw new Error('no targets');
  expect(await describeTarget(compose)).toEqual(await describeTarget(embedded));
  const etags = ['/web/', '/web/favicon.svg'].map(async (path) =>
    Promise.all([embedded, compose].map(async (target) => (await target.ask(path)).headers['etag'])),
  );
  for (const [one, other] of await Promise.all(etags)) expect(one).toEqual(other);
});
