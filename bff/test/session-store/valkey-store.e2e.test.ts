import { setTimeout as sleep } from 'node:timers/promises';
import { Valkey } from 'iovalkey';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openStore } from '#platform/session/store/open-store.ts';
import { openValkeyStore } from '#platform/session/store/valkey-store.ts';
import { startValkey } from './start-valkey.ts';
import { describeStore, sessionOf } from './store-behaviour.ts';

const [old, current] = ['old-secret'.repeat(4), 'current-secret'.repeat(4)];

let server: Awaited<ReturnType<typeof startValkey>>;
beforeAll(async () => (server = await startValkey()));
afterAll(() => server.stop());

function recordingLog() {
  const lines: string[] = [];
  const add = (...args: unknown[]) => void lines.push(JSON.stringify(args));
  return { lines, info: add, warn: add, error: add };
}

async function open(secrets: string[], log = recordingLog()) {
  const store = await openStore({ url: server.url, secrets, log });
  onTestFinished(async () => store.close());
  return store;
}

describeStore('in Valkey', (now) =>
  openValkeyStore({ url: server.url, secrets: [current], log: recordingLog(), now }),
);

test('a lock and a seen text end by themselves, and a late release does not release the lock of another', async () => {
  const store = await open([current]);
  const late = await store.lock('a', 50);
  expect(await store.isFirst('a', 50)).toBe(true);
  await sleep(80);
  expect(await store.isFirst('a', 60_000)).toBe(true);
  expect(await store.lock('a', 60_000)).toBeDefined();
  await late?.();
  expect(await store.lock('a', 60_000)).toBeUndefined();
});

test('two BFFs share sessions, locks and seen texts', async () => {
  const [first, second] = [await open([current]), await open([current])];
  const session = sessionOf();
  await first.create('shared', session);
  expect((await second.read('shared'))?.session).toEqual(session);
  const change = async (store: typeof first, name: string) =>
    store.change('shared', (old) => ({ ...old, person: { ...old.person, [name]: true } }));
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => change(index % 2 ? first : second, `n${index}`)),
  );
  expect(Object.keys((await first.read('shared'))?.session.person ?? {})).toHaveLength(11);
  expect(await first.lock('l', 60_000)).toBeDefined();
  expect([
    await second.lock('l', 60_000),
    await first.isFirst('t', 9_000),
    await second.isFirst('t', 9_000),
  ]).toEqual([undefined, true, false]);
  await second.end('shared');
  expect(await first.read('shared')).toBeUndefined();
});

test('the server holds nothing in clear text, and everything there expires', async () => {
  const store = await open([current]);
  const session = sessionOf({
    subject: 'ada@example.org',
    sid: 'sid-of-ada',
    tokens: { access: 'access-token', refresh: 'refresh-token', id: 'id-token' },
  });
  await store.create('clear', session);
  await store.change('clear', (old) => ({ ...old, role: 'admin-role' }), 'cleared');
  await store.lock('lock-of-ada', 60_000);
  await store.isFirst('jti-of-ada', 60_000);
  const client = new Valkey(server.url.href);
  onTestFinished(() => client.disconnect());
  const texts: string[] = [];
  for (const key of await client.keys('*')) {
    expect([key, (await client.pttl(key)) > 0]).toEqual([key, true]);
    texts.push(key);
    const type = await client.type(key);
    if (type === 'hash') texts.push(JSON.stringify(await client.hgetall(key)));
    else if (type === 'zset') texts.push(...(await client.zrange(key, 0, -1)));
    else texts.push(String(await client.get(key)));
  }
  const all = texts.join('\n');
  expect(all).toContain('web:session:cleared');
  const decoded = all.replaceAll(/[\w+/=-]{40,}/g, (text) => Buffer.from(text, 'base64').toString('latin1'));
  for (const clear of [
    'ada@example',
    'Lovelace',
    'sid-of',
    'token',
    'tenant',
    'admin-role',
    'editor',
    'jti-of',
  ])
    expect([clear, all.includes(clear), decoded.includes(clear)]).toEqual([clear, false, false]);
});

test('after a change of secrets sessions are still read and found by subject; without the old secret they have ended', async () => {
  const before = await open([old]);
  const session = sessionOf();
  await before.create('rotated', session);
  await before.create('rotated too', sessionOf({ subject: session.subject }));
  const rotated = await open([current, old]);
  expect((await rotated.read('rotated'))?.session).toEqual(session);
  const log = recordingLog();
  const without = await open([current], log);
  expect([await without.read('rotated'), await without.read('rotated too')]).toEqual([undefined, undefined]);
  expect(log.lines.filter((line) => line.includes('SESSION_SECRET'))).toHaveLength(1);
  expect(log.lines.join()).not.toContain(current);
  expect(await without.endAll({ subject: session.subject })).toBe(2);
});

test('a record at the key of another session is no session', async () => {
  const store = await open([current]);
  await store.create('mine', sessionOf({ role: 'admin' }));
  await store.create('yours', sessionOf());
  const client = new Valkey(server.url.href);
  onTestFinished(() => client.disconnect());
  await client.copy('web:session:mine', 'web:session:yours', 'REPLACE');
  expect(await store.read('yours')).toBeUndefined();
});
