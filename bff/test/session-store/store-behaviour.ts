import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/kit/limits.ts';
import { pass } from '../session/pass.ts';
import type { SessionStore, StoredSession } from '#platform/session/store/session-store.ts';

let count = 0;
/** A key, subject, sid or name that no test has used before. */
const newName = () => `name-${(count += 1)}`;

export const sessionOf = (part: Partial<StoredSession> = {}): StoredSession => ({
  version: 'v1',
  secretHash: 'hash-of-the-secret',
  subject: newName(),
  role: 'editor',
  person: { name: 'Ada Lovelace' },
  private: { tenant: 'secret-tenant' },
  issuedAt: Date.now(),
  endsAt: Date.now() + limits.SESSION_MS,
  ...part,
});

/** What every store does. Time passes only as the tests say. */
export function describeStore(name: string, open: () => Promise<SessionStore>): void {
  describe(name, () => {
    let store: SessionStore;
    beforeAll(async () => (store = await open()));
    beforeEach(() => pass(0));
    afterAll(() => store.close());

    async function begin(part?: Partial<StoredSession>) {
      const [key, session] = [newName(), sessionOf(part)];
      await store.create(key, session);
      return { key, session };
    }
    const areThere = async (keys: readonly string[]) =>
      Promise.all(keys.map(async (key) => (await store.read(key)) !== undefined));

    test('what was created is read, with its idle end', async () => {
      const { key, session } = await begin({ sid: 'sid', tokens: { access: 'token' } });
      expect(await store.read(key)).toEqual({ session, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
      expect(await store.read(newName())).toBeUndefined();
      expect(store.state()).toBe('up');
    });

    test('an ended session does not come back by a change, a touch or the end of a slow request', async () => {
      const { key, session } = await begin();
      expect(await store.end(key)).toEqual(session);
      expect(await store.end(key)).toBeUndefined();
      expect(await store.change(key, (old) => old)).toBeUndefined();
      await store.touch(key);
      expect(await store.read(key)).toBeUndefined();
    });

    test('a session that ends while it is being changed stays ended', async () => {
      const { key } = await begin();
      const ends: unknown[] = [];
      await store.change(key, (session) => {
        ends.push(store.end(key));
        return { ...session, role: 'admin' };
      });
      expect(await Promise.all(ends)).toContainEqual(expect.any(Object));
      expect(await store.read(key)).toBeUndefined();
    });

    test('changes at once lose nothing', async () => {
      const { key } = await begin({ person: {} });
      const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
      await Promise.all([
        store.touch(key),
        ...names.map(async (name) =>
          store.change(key, (session) => ({ ...session, person: { ...session.person, [name]: true } })),
        ),
      ]);
      const person = (await store.read(key))?.session.person;
      expect(Object.keys(person ?? {}).toSorted()).toEqual(names.toSorted());
    });

    test('a change keeps the idle end, and may name another subject; one that throws changes nothing', async () => {
      const { key, session } = await begin();
      const [subject, idleEndsAt] = [newName(), Date.now() + limits.SESSION_IDLE_MS];
      pass(1_000);
      const refused = async () =>
        store.change(key, () => {
          throw new Error('refused');
        });
      await expect(refused()).rejects.toThrow('refused');
      expect(await store.change(key, (old) => ({ ...old, subject }))).toEqual({ ...session, subject });
      expect(await store.endAll({ subject: session.subject })).toBe(0);
      expect(await store.read(key)).toEqual({ session: { ...session, subject }, idleEndsAt });
      expect(await store.endAll({ subject })).toBe(1);
      expect(await store.read(key)).toBeUndefined();
    });

    test('a touch postpones the idle end, and never the absolute one; it brings no session back', async () => {
      const [unused, { key }] = [
        await begin(),
        await begin({ endsAt: Date.now() + limits.SESSION_IDLE_MS + 5_000 }),
      ];
      pass(limits.SESSION_IDLE_MS - 1);
      await store.touch(key);
      expect((await store.read(key))?.idleEndsAt).toBe(Date.now() + limits.SESSION_IDLE_MS);
      pass(5_000);
      await store.touch(unused.key);
      expect(await areThere([unused.key, key])).toEqual([false, true]);
      pass(1);
      await store.touch(key);
      expect([await store.read(key), await store.end(key)]).toEqual([undefined, undefined]);
    });

    test('all sessions of a subject end, or those of a sid, and no others', async () => {
      const [subject, sid] = [newName(), newName()];
      const begun = [
        await begin({ subject, sid }),
        await begin({ subject, sid: newName() }),
        await begin({ sid }),
        // A subject that reads like a sid is none.
        await begin({ subject: sid }),
      ];
      const keys = begun.map(({ key }) => key);
      expect([await store.endAll({ sid }), await areThere(keys)]).toEqual([2, [false, true, false, true]]);
      expect([await store.endAll({ subject }), await areThere(keys)]).toEqual([
        1,
        [false, false, false, true],
      ]);
      expect([await store.endAll({ subject }), await store.endAll({ sid: newName() })]).toEqual([0, 0]);
    });

    test('of a subject’s sessions beyond a number, the least recently used end, and no others', async () => {
      const subject = newName();
      const keys: string[] = [];
      for (let begun = 0; begun < 6; begun += 1) {
        keys.push((await begin({ subject })).key);
        pass(1_000);
      }
      const [first, second, third, ...others] = keys as [string, string, string, ...string[]];
      expect(await store.endBeyond(subject, 6)).toEqual([]);
      await store.touch(first);
      const left = (await begin({ subject })).key;
      const moved = (await begin({ subject: newName() })).key;
      await store.change(left, (session) => ({ ...session, subject: newName() }));
      await store.change(moved, (session) => ({ ...session, subject }));
      expect((await store.endBeyond(subject, 5)).map(([key]) => key)).toEqual([second, third]);
      expect(await areThere([second, third])).toEqual([false, false]);
      expect(await areThere([first, left, moved, ...others])).not.toContain(false);
    });

    test('of many who take a lock one gets it, until its release', async () => {
      const name = newName();
      const many = Array.from({ length: 10 });
      const releases = await Promise.all(many.map(async () => store.lock(name, 60_000)));
      const taken = releases.filter((release) => release !== undefined);
      expect(taken).toHaveLength(1);
      await taken[0]?.();
      expect(await store.lock(name, 60_000)).toBeDefined();
    });

    test('a lock ends by itself, and a late release does not release the lock of another', async () => {
      const name = newName();
      const late = await store.lock(name, 50);
      // A server has a clock of its own.
      pass(50);
      await sleep(80);
      expect(await store.lock(name, 60_000)).toBeDefined();
      await late?.();
      expect(await store.lock(name, 60_000)).toBeUndefined();
    });
  });
}
