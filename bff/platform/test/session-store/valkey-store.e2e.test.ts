import { setTimeout as sleep } from 'node:timers/promises';
import { Valkey } from 'iovalkey';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStoreAt } from './open-store-at.ts';
import { PASSWORD, usersOfDocuments } from './start-replicated.ts';
import { startValkey } from './start-valkey.ts';
import { describeStore, newRecord } from './store-behaviour.ts';

const [old, current] = ['old-secret'.repeat(4), 'current-secret'.repeat(4)];

let server: Awaited<ReturnType<typeof startValkey>>;
let client: Valkey;
/** Address with the documented user, who has the least permissions. */
let address: string;
beforeAll(async () => {
  const [user = ''] = await usersOfDocuments();
  server = await startValkey(undefined, '--user', ...user.split(' '));
  client = new Valkey(server.url.href);
  address = server.url.href.replace('//', `//web:${PASSWORD}@`);
});
afterAll(async () => {
  client.disconnect();
  await server.stop();
});

const open = async (...secrets: string[]) => (await openStoreAt(address, secrets)).store;

describeStore('Valkey store', async () => (await openStoreAt(address, [current], () => {})).store);

test('a late release of an expired lock does not release the next holder’s lock', async () => {
  const store = await open(current);
  const late = await store.lock('expiring', 50);
  await sleep(80);
  expect(await store.lock('expiring', 60_000)).toBeDefined();
  await late?.();
  expect(await store.lock('expiring', 60_000)).toBeUndefined();
});

test('the store writes no session data in plain text, and gives every key a TTL', async () => {
  const store = await open(current);
  const record = newRecord({
    key: 'clear',
    subject: 'ada@example.org',
    sid: 'sid-of-ada',
    tokens: { access: 'access-token', refresh: 'refresh-token', id: 'id-token' },
  });
  await store.create(record);
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

test('the store reads sessions encrypted with old and new secrets, and warns once about unreadable sessions', async () => {
  const [first, second] = [newRecord(), newRecord()];
  await (await open(old)).create(first);
  const rotating = await open(old, current);
  const rotated = await open(current, old);
  await rotated.create(second);
  expect(await rotating.read(second.key)).toEqual(second);
  expect(await rotated.read(first.key)).toEqual(first);
  const { store, lines } = await openStoreAt(address, [current]);
  expect(await store.read(second.key)).toEqual(second);
  expect([await store.read(first.key), await store.read(first.key)]).toEqual([undefined, undefined]);
  expect(lines.filter((line) => line.includes('SESSION_SECRET'))).toHaveLength(1);
  expect(lines.join()).not.toContain(current);
});

test('listUnused reads only the least recently used sessions, and forgets sessions whose record is gone', async () => {
  const store = await open(current);
  const subject = 'kiosk';
  for (let index = 0; index < 52; index += 1) await store.create(newRecord({ subject }));
  const reads = async () =>
    Number(/cmdstat_get:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0);
  const before = await reads();
  const unused = await store.listUnused(subject, 50);
  expect([unused.length, (await reads()) - before]).toEqual([2, 2]);
  for (const { key } of unused) await client.del(`web:session:{${key}}`);
  expect([await store.listUnused(subject, 50), await store.listUnused(subject, 50)]).toEqual([[], []]);
  expect((await reads()) - before).toBe(4);
});
