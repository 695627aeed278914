import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases } from '../conformance/cases/all.ts';
import { describeAnswer, describeDoor } from '../conformance/describe-answer.ts';
import { openDoor, type Door } from '../conformance/door.ts';
import { whyNotObservable, type Case } from '../conformance/case.ts';
import { buildBundle, startEmbedded } from './bff-with-test-calls.ts';
import { startStack } from './compose.ts';
import { doorCases } from './door-cases.ts';
import { startProxy } from './ingress.ts';
import { makeAuthority } from './ingress-authority.ts';
import { influencedCases, influencedDoorCases } from './ingress-influence.ts';
import { kinds, proxyNames } from './ingress-proxies.ts';
import type { Running } from './processes.ts';

const strips = { INGRESS_STRIPS_PREFIX: 'true' };
const running: Running[] = [];
const ports = new Map<string, number>();

/** Every way in without an ingress: all cases. */
const doors = ['embedded', 'compose'] as const;

/** Every foreign ingress in front of both: the cases that it can influence, by TLS. */
const ingresses = proxyNames.flatMap((proxy) =>
  kinds.flatMap((kind) =>
    doors.map((door) => ({
      name: `${proxy}, ${kind}, ${door}`,
      proxy,
      kind,
      behind: kind === 'stripping' ? `${door}, stripping` : door,
    })),
  ),
);

let authority: Awaited<ReturnType<typeof makeAuthority>>;

beforeAll(async () => {
  await buildBundle();
  authority = await makeAuthority();
  const keep = (name: string, started: Running & { port: number }) => {
    running.push(started);
    ports.set(name, started.port);
  };
  keep('embedded', await startEmbedded());
  keep('embedded, stripping', await startEmbedded(strips));
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

type Open = (origin: string) => Door;

/** A test for each case that can be judged through such a door; it is opened when its port is known. */
function judge(name: string, host: string, cases: readonly Case[], open: Open): () => Door {
  const door = () => open(`${host}:${portOf(name)}`);
  const known = open(host);
  for (const one of cases) {
    if (one.seen === 'outside' && whyNotObservable(known, one) === undefined)
      test(`${one.id} ${one.title}`, () => one.run(door()));
  }
  return door;
}

describe.each(doors)('%s', (name) => {
  const door = judge(name, 'http://127.0.0.1', allCases, (origin) =>
    openDoor(`${origin}/web`, { ownsOrigin: true }),
  );
  for (const [title, run] of Object.entries(doorCases)) test(title, () => run(door()));
});

describe.each(ingresses)('$name', ({ name, proxy, kind }) => {
  const stripped = kind === 'stripping';
  const door = judge(name, 'https://localhost', influencedCases, (origin) =>
    openDoor(`${origin}/web`, { stripped }),
  );
  for (const [title, run] of influencedDoorCases(proxy)) test(title, () => run(door()));
});

describe.each([
  ['embedded', 'embedded, stripping'],
  ['compose', 'compose, stripping'],
])('%s, told that its ingress strips', (plain, stripping) => {
  test('/x is taken exactly as /web/x, which still works', async () => {
    const [bare, told] = [
      openDoor(`http://127.0.0.1:${portOf(plain)}/web`),
      openDoor(`http://127.0.0.1:${portOf(stripping)}/web`),
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
      const expected = await describeAnswer(bare, `/web${path}`);
      expect([path, await describeAnswer(told, path)]).toEqual([path, expected]);
      expect([path, await describeAnswer(told, `/web${path}`)]).toEqual([path, expected]);
    }
  });

  test('nothing of the management port answers there', async () => {
    const told = openDoor(`http://127.0.0.1:${portOf(stripping)}/web`);
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await told.ask(path)).headers['content-type']?.[0]).toMatch(/^text\/html/);
    }
  });
});

test('27b, 28d and 40: nginx and the embedded door give the same status and the same header set', async () => {
  const [embedded, compose] = ['embedded', 'compose'].map((name) =>
    openDoor(`http://127.0.0.1:${portOf(name)}/web`, { ownsOrigin: true }),
  );
  if (!embedded || !compose) throw new Error('no doors');
  expect(await describeDoor(compose)).toEqual(await describeDoor(embedded));
  const etags = ['/web/', '/web/favicon.svg'].map(async (path) =>
    Promise.all([embedded, compose].map(async (door) => (await door.ask(path)).headers['etag'])),
  );
  for (const [one, other] of await Promise.all(etags)) expect(one).toEqual(other);
});
