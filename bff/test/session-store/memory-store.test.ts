import { expect, test } from 'vitest';
import { createMemoryStore } from '#platform/session/store/memory-store.ts';
import { limits } from '#contract/kit/limits.ts';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { describeStore, sessionOf } from './store-behaviour.ts';

describeStore('in the process', async (now) => createMemoryStore(now));

test('a lock ends by itself, and a late release does not release the lock of another', async () => {
  let clock = 0;
  const store = createMemoryStore(() => clock);
  const late = await store.lock('a', 100);
  clock = 99;
  expect(await store.lock('a', 100)).toBeUndefined();
  clock = 100;
  expect(await store.lock('a', 100)).toBeDefined();
  await late?.();
  expect(await store.lock('a', 100)).toBeUndefined();
});

test('beyond 10,000 sessions none begins, and none that is used ends; to look for others takes no place', async () => {
  let clock = 0;
  const store = createMemoryStore(() => clock);
  const session = () => sessionOf({ endsAt: limits.SESSION_MS });
  for (let index = 0; index < 10_000; index += 1) await store.read(`unknown-${index}`);
  for (let index = 0; index < 10_000; index += 1) await store.create(`k${index}`, session());
  expect(() => store.create('new', session())).toThrow(StoreUnavailable);
  clock = limits.SESSION_IDLE_MS - 1;
  await store.touch('k0');
  clock += 1;
  await store.create('new', session());
  expect(['k0', 'k1', 'new'].map((key) => store.read(key) !== undefined)).toEqual([true, false, true]);
});
