import { expect, test } from 'vitest';
import { createMemoryStore } from '#platform/session/store/memory-store.ts';
import { pass } from '#test/session/pass.ts';
import { limits } from '#contract/kit/limits.ts';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { describeStore, sessionOf } from './store-behaviour.ts';

describeStore('in the process', async () => createMemoryStore());

test('beyond 10,000 sessions none begins, and none that is used ends; to look for others takes no place', async () => {
  const store = createMemoryStore();
  pass(0);
  for (let index = 0; index < 10_000; index += 1) await store.read(`unknown-${index}`);
  for (let index = 0; index < 10_000; index += 1) await store.create(`k${index}`, sessionOf());
  expect(() => store.create('new', sessionOf())).toThrow(StoreUnavailable);
  pass(limits.SESSION_IDLE_MS - 1);
  await store.touch('k0');
  pass(1);
  await store.create('new', sessionOf());
  expect(['k0', 'k1', 'new'].map((key) => store.read(key) !== undefined)).toEqual([true, false, true]);
});
