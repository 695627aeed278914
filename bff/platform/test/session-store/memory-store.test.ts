import { expect, test } from 'vitest';
import { createMemoryStore } from '#platform/session/store/memory-store.ts';
import { pass } from '#platform/test/session/pass.ts';
import { limits } from '#platform/contract/limits.ts';
import { touch } from '#platform/session/find-session.ts';
import { StoreUnavailable } from '#platform/session/store/session-store.ts';
import { describeStore, newRecord } from './store-behaviour.ts';

const silent = { warn: () => {} };
describeStore('memory store', async () => createMemoryStore(silent));

test('the memory store warns once before it is full, rejects the 10,001st session, and evicts only expired ones', async () => {
  const warnings: string[] = [];
  const store = createMemoryStore({
    warn: (_: object, text?: string) => void warnings.push(text ?? ''),
  } as never);
  pass(0);
  for (let index = 0; index < 10_000; index += 1) await store.create(newRecord({ key: `k${index}` }));
  await expect(store.create(newRecord())).rejects.toThrow(StoreUnavailable);
  expect(warnings).toEqual([expect.stringContaining('set SESSION_STORE_URL to a Valkey server')]);
  pass(limits.SESSION_IDLE_MS - 1);
  await touch(store, 'k0');
  pass(1);
  await store.create(newRecord({ key: 'new' }));
  const records = await Promise.all(['k0', 'k1', 'new'].map(store.read));
  expect(records.map((record) => record !== undefined)).toEqual([true, false, true]);
});

test('the memory store finds the sessions of a subject that a change has replaced', async () => {
  const store = createMemoryStore(silent);
  for (const key of ['one', 'two', 'three']) await store.create(newRecord({ key, subject: 'ann' }));
  await store.change('one', (record) => ({ ...record, subject: 'bo' }));
  const ofAnn = async () => (await store.listUnused('ann', 1)).map(({ key }) => key);
  expect(await ofAnn()).toEqual(['two']);
  await store.change('one', (record) => ({ ...record, subject: 'ann' }));
  await store.end('three');
  expect(await ofAnn()).toHaveLength(1);
});
