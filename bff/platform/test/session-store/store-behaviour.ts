import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#platform/contract/limits.ts';
import { touch } from '#platform/session/find-session.ts';
import { pass } from '#platform/test/session/pass.ts';
import type { SessionRecord, SessionStore } from '#platform/session/store/session-store.ts';

let count = 0;
const newName = () => `name-${(count += 1)}`;

export const newRecord = (changes: Partial<SessionRecord> = {}): SessionRecord => ({
  key: newName(),
  version: 'v1',
  secretHash: 'hash-of-the-secret',
  subject: newName(),
  role: 'editor',
  user: { name: 'Ada Lovelace' },
  private: { tenant: 'secret-tenant' },
  issuedAt: Date.now(),
  endsAt: Date.now() + limits.SESSION_MS,
  idleEndsAt: Date.now() + limits.SESSION_IDLE_MS,
  ...changes,
});

/** Defines the tests for all session stores, with a fake clock. */
export function describeStore(name: string, open: () => Promise<SessionStore>): void {
  describe(name, () => {
    let store: SessionStore;
    beforeAll(async () => (store = await open()));
    beforeEach(() => pass(0));
    afterAll(() => store.close());

    async function create(changes?: Partial<SessionRecord>) {
      const record = newRecord(changes);
      await store.create(record);
      return record;
    }

    test('reads a created session', async () => {
      const record = await create({ sid: 'sid', tokens: { access: 'token' } });
      expect(await store.read(record.key)).toEqual(record);
      expect(await store.read(newName())).toBeUndefined();
      expect(store.state()).toBe('up');
    });

    test('a late change does not revive an ended session', async () => {
      const record = await create();
      expect(await store.end(record.key)).toEqual(record);
      expect(await store.end(record.key)).toBeUndefined();
      expect(await store.change(record.key, (old) => old)).toBeUndefined();
      expect(await store.read(record.key)).toBeUndefined();
    });

    test('a session that ends while it is being changed stays ended', async () => {
      const { key } = await create();
      const ends: unknown[] = [];
      await store.change(key, (record) => {
        ends.push(store.end(key));
        return { ...record, role: 'admin' };
      });
      expect(await Promise.all(ends)).toContainEqual(expect.any(Object));
      expect(await store.read(key)).toBeUndefined();
    });

    test('applies all concurrent changes', async () => {
      const { key } = await create({ user: {} });
      const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
      await Promise.all(
        names.map(async (name) =>
          store.change(key, (record) => ({ ...record, user: { ...record.user, [name]: true } })),
        ),
      );
      const user = (await store.read(key))?.user;
      expect(Object.keys(user ?? {}).toSorted()).toEqual(names.toSorted());
    });

    test('a change can set another subject, and keeps the idle timeout; a change that throws has no effect', async () => {
      const record = await create();
      const { key } = record;
      const subject = newName();
      pass(1_000);
      const rejected = async () =>
        store.change(key, () => {
          throw new Error('rejected');
        });
      await expect(rejected()).rejects.toThrow('rejected');
      expect(await store.change(key, (old) => ({ ...old, subject }))).toEqual({ ...record, subject });
      expect(await store.list({ subject: record.subject })).toEqual([]);
      expect(await store.list({ subject })).toEqual([{ ...record, subject }]);
    });

    test('ends an unused session at its idle timeout, and a used session at its absolute timeout', async () => {
      const unused = await create();
      const { key } = await create({ endsAt: Date.now() + limits.SESSION_IDLE_MS + 5_000 });
      pass(limits.SESSION_IDLE_MS - 1);
      await touch(store, key);
      pass(5_000);
      expect([await store.read(unused.key), await store.read(key)]).toEqual([undefined, expect.any(Object)]);
      pass(1);
      await touch(store, key);
      expect([await store.read(key), await store.end(key)]).toEqual([undefined, undefined]);
    });

    test('lists the sessions of a subject, or of a sid', async () => {
      const [subject, sid] = [newName(), newName()];
      const both = await create({ subject, sid });
      const bySubject = await create({ subject, sid: newName() });
      const bySid = await create({ sid });
      // The subject of this session equals the sid of the other sessions.
      await create({ subject: sid });
      await store.end((await create({ subject, sid })).key);
      const byKey = (one: SessionRecord, other: SessionRecord) => one.key.localeCompare(other.key);
      expect((await store.list({ sid })).toSorted(byKey)).toEqual([both, bySid].toSorted(byKey));
      expect((await store.list({ subject })).toSorted(byKey)).toEqual([both, bySubject].toSorted(byKey));
      expect(await store.list({ sid: newName() })).toEqual([]);
    });

    test('lists the least recently used sessions of a subject', async () => {
      const subject = newName();
      const [one, two, three, four] = [
        newRecord({ subject }),
        newRecord({ subject }),
        newRecord({ subject }),
        newRecord({ subject }),
      ];
      for (const record of [one, two, three, four]) {
        await store.create({ ...record, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
        pass(1_000);
      }
      const unused = async (count: number) => (await store.listUnused(subject, count)).map(({ key }) => key);
      expect([await unused(4), await unused(5), await unused(2)]).toEqual([[], [], [one.key, two.key]]);
      await touch(store, one.key);
      expect(await unused(2)).toEqual([two.key, three.key]);
      await store.change(two.key, (old) => ({ ...old, subject: newName() }));
      await store.end(three.key);
      expect(await unused(1)).toEqual([four.key]);
    });

    test('grants a lock to one of many callers until the lock is released', async () => {
      const name = newName();
      const many = Array.from({ length: 10 });
      const releases = await Promise.all(many.map(async () => store.lock(name, 60_000)));
      const taken = releases.filter((release) => release !== undefined);
      expect(taken).toHaveLength(1);
      await taken[0]?.();
      expect(await store.lock(name, 60_000)).toBeDefined();
    });
  });
}
