import { expect, test } from 'vitest';
import { createMemoryStore } from '#platform/session/store/memory-store.ts';
import { pass } from '#platform/test/session/pass.ts';
import { limits } from '#platform/contract/limits.ts';
import { touch } from '#platform/session/find-session.ts';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { describeStore, newRecord } from './store-behaviour.ts';

describeStore('memory store', async () => createMemoryStore());

test('the memory store rejects the 10,001st session, and evicts only expired sessions', async () => {
  const store = createMemoryStore();
  pass(0);
  for (let index = 0; index < 10_000; index += 1) await store.create(newRecord({ key: `k${index}` }));
  await expect(store.create(newRecord())).rejects.toThrow(StoreUnavailable);
  pass(limits.SESSION_IDLE_MS - 1);
  await touch(store, 'k0');
  pass(1);
  await store.create(newRecord({ key: 'new' }));
  const records = await Promise.all(['k0', 'k1', 'new'].map(store.read));
  expect(records.map((record) => record !== undefined)).toEqual([true, false, true]);
});
