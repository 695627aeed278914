import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCases as cases } from '../conformance/cases/all.ts';
import { describeAnswer, describeDoor } from '../conformance/describe-answer.ts';
import { openDoor, type Door } from '../conformance/door.ts';
import { whyNotObservable } from '../conformance/case.ts';
import { buildBundle, startEmbedded } from './bff-with-test-calls.ts';
import { startStack } from './compose.ts';
import { doorCases } from './door-cases.ts';
import { startIngress } from './ingress.ts';
import type { Running } from './processes.ts';

const strips = { INGRESS_STRIPS_PREFIX: 'true' };
const running: Running[] = [];
const ports = new Map<string, number>();

/** Every way in: the door, whether a foreign ingress stands in front, and whether that strips the prefix. */
const ways = [
  { name: 'embedded', behind: 'embedded' },
  { name: 'compose', behind: 'compose' },
  { name: 'preserving ingress, embedded', behind: 'embedded', ingress: 'preserving' },
  { name: 'preserving ingress, compose', behind: 'compose', ingress: 'preserving' },
  { name: 'stripping ingress, embedded', behind: 'embedded, stripping', ingress: 'stripping' },
  { name: 'stripping ingress, compose', behind: 'compose, stripping', ingress: 'stripping' },
] as const;

beforeAll(async () => {
  await buildBundle();
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
  for (const way of ways) {
    if ('ingress' in way) keep(way.name, await startIngress(way.ingress, portOf(way.behind)));
  }
});

afterAll(async () => {
  for (const one of running.toReversed()) await one.stop();
});

const portOf = (name: string) => ports.get(name) ?? 0;

const doorOf = (way: (typeof ways)[number]): Door =>
  openDoor(`http://127.0.0.1:${portOf(way.name)}/web`, {
    ownsOrigin: !('ingress' in way),
    stripped: 'ingress' in way && way.ingress === 'stripping',
  });

describe.each(ways)('$name', (way) => {
  const known = openDoor('http://unused.example/web', {
    ownsOrigin: !('ingress' in way),
    stripped: 'ingress' in way && way.ingress === 'stripping',
  });
  for (const one of cases) {
    if (one.seen === 'outside' && whyNotObservable(known, one) === undefined) {
      test(`${one.id} ${one.title}`, () => one.run(doorOf(way)));
    }
  }
  for (const [title, run] of Object.entries(doorCases)) test(title, () => run(doorOf(way)));
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
