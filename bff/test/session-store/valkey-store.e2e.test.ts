import { Valkey } from 'iovalkey';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { openStoreAt } from './open-store-at.ts';
import { startValkey } from './start-valkey.ts';
import { describeStore, sessionOf } from './store-behaviour.ts';

const [old, current] = ['old-secret'.repeat(4), 'current-secret'.repeat(4)];

let server: Awaited<ReturnType<typeof startValkey>>;
let client: Valkey;
beforeAll(async () => {
  server = await startValkey();
  client = new Valkey(server.url.href);
});
afterAll(async () => {
  client.disconnect();
  await server.stop();
});

const open = async (...secrets: string[]) => (await openStoreAt(server.url.href, secrets)).store;

describeStore('in Valkey', async () => (await openStoreAt(server.url.href, [current], () => {})).store);

test('the server holds nothing in clear text, and everything there expires', async () => {
  const store = await open(current);
  const session = sessionOf({
    subject: 'ada@example.org',
    sid: 'sid-of-ada',
    tokens: { access: 'access-token', refresh: 'refresh-token', id: 'id-token' },
  });
  await store.create('clear', session);
  await store.change('clear', (old) => ({ ...old, role: 'admin-role' }));
  await store.lock('lock-of-ada', 60_000);
  const texts: string[] = [];
  for (const key of await client.keys('*')) {
    expect([key, (await client.pttl(key)) > 0]).toEqual([key, true]);
    const isIndex = (await client.type(key)) === 'zset';
    texts.push(key, String(isIndex ? await client.zrange(key, 0, -1) : await client.get(key)));
  }
  const all = texts.join('\n');
  expect(all).toContain('web:session:{clear}');
  const decoded = all.replaceAll(/[\w+/=-]{40,}/g, (text) => Buffer.from(text, 'base64').toString('latin1'));
  const clear = ['ada@example', 'Lovelace', 'sid-of', 'token', 'tenant', 'admin-role', 'editor', 'jti-of'];
  expect(clear.filter((text) => all.includes(text) || decoded.includes(text))).toEqual([]);
});

test('SESSION_SECRET is replaced in steps, and sessions stay; without the old secret they have ended, and all of a subject still end', async () => {
  const [first, second] = [sessionOf(), sessionOf()];
  await (await open(old)).create('first', first);
  const rotating = await open(old, current);
  const rotated = await open(current, old);
  await rotated.create('second', second);
  expect((await rotating.read('second'))?.session).toEqual(second);
  expect((await rotated.read('first'))?.session).toEqual(first);
  const { store, lines } = await openStoreAt(server.url.href, [current]);
  expect((await store.read('second'))?.session).toEqual(second);
  expect([await store.read('first'), await store.read('first')]).toEqual([undefined, undefined]);
  expect(lines.filter((line) => line.includes('SESSION_SECRET'))).toHaveLength(1);
  expect(lines.join()).not.toContain(current);
  expect(await store.endAll({ subject: first.subject })).toBe(1);
});

test('an index with many entries loses those of sessions that have ended, but not those of sessions that are beginning', async () => {
  const store = await open(current);
  const subject = 'of-many';
  const earlier = Date.now() + limits.SESSION_MS - 120_000;
  const begin = (name: string, endsAt?: number) =>
    store.create(name, sessionOf({ subject, ...(endsAt && { endsAt }) }));
  await Promise.all([begin('expired', earlier), begin('beginning'), begin('signed-out'), begin('live')]);
  await client.del('web:session:{expired}', 'web:session:{beginning}');
  await store.end('signed-out');
  expect(await store.endBeyond(subject, 1)).toEqual([]);
  const indexes = (await client.keys('web:subject:*')).map((key) => client.zrange(key, 0, -1));
  expect((await Promise.all(indexes)).filter((keys) => keys.includes('live'))).toEqual([
    ['beginning', 'live'],
  ]);
});
