import { expect, test } from 'vitest';
import { createMemoryStore } from '#platform/session/store/memory-store.ts';
import { openStore } from '#platform/session/store/open-store.ts';
import { describeStore, sessionOf } from './store-behaviour.ts';

describeStore('in the process', async (now) => createMemoryStore(now));

test('a lock and a seen text end by themselves, and a late release does not release the lock of another', async () => {
  let clock = 0;
  const store = createMemoryStore(() => clock);
  const late = await store.lock('a', 100);
  expect(await store.isFirst('a', 100)).toBe(true);
  clock = 99;
  expect([await store.lock('a', 100), await store.isFirst('a', 100)]).toEqual([undefined, false]);
  clock = 100;
  expect([await store.lock('a', 100), await store.isFirst('a', 100)]).toEqual([expect.any(Function), true]);
  await late?.();
  expect(await store.lock('a', 100)).toBeUndefined();
});

test('beyond 10,000 sessions, those that were not used for longest end', async () => {
  const store = createMemoryStore();
  for (let at = 0; at < 10_000; at += 1) await store.create(`k${at}`, sessionOf());
  await store.touch('k0');
  await store.create('new', sessionOf());
  expect(await store.size()).toBe(10_000);
  expect(['k0', 'k1', 'k2', 'new'].map((key) => store.read(key) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ]);
});

test('without an address, sessions are kept in the process', async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const store = await openStore({ url: undefined, secrets: [], log });
  expect([store.state(), store.redis]).toEqual(['up', undefined]);
});
