import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#contract/constants.ts';
import type { SessionStore, StoredSession } from '#platform/session/store/session-store.ts';

type Open = (now: () => number) => Promise<SessionStore>;

let clock = Date.now();
let count = 0;
/** A key that no test has used before. */
const newKey = () => `key-${(count += 1)}`;

export const sessionOf = (part: Partial<StoredSession> = {}): StoredSession => ({
  version: 'v1',
  secretHash: 'hash-of-the-secret',
  subject: `subject-${(count += 1)}`,
  role: 'editor',
  person: { name: 'Ada Lovelace' },
  private: { tenant: 'secret-tenant' },
  issuedAt: clock,
  endsAt: clock + limits.SESSION_MS,
  ...part,
});

/** What every store does. Time passes only as the tests say. */
export function describeStore(name: string, open: Open): void {
  describe(name, () => {
    let store: SessionStore;
    beforeAll(async () => (store = await open(() => clock)));
    afterAll(() => store.close());

    test('what was created is read, with its idle end', async () => {
      const [key, session] = [newKey(), sessionOf({ sid: 'sid', tokens: { access: 'token' } })];
      await store.create(key, session);
      expect(await store.read(key)).toEqual({ session, idleEndsAt: clock + limits.SESSION_IDLE_MS });
      expect(await store.read(newKey())).toBeUndefined();
      expect(store.state()).toBe('up');
    });

    test('an ended session does not come back by a change, a touch or the end of a slow request', async () => {
      const [key, session] = [newKey(), sessionOf()];
      await store.create(key, session);
      expect(await store.end(key)).toEqual(session);
      expect(await store.end(key)).toBeUndefined();
      expect(await store.change(key, (old) => old)).toBeUndefined();
      await store.touch(key);
      expect(await store.read(key)).toBeUndefined();
    });

    test('a session that ends while it is being changed stays ended', async () => {
      const key = newKey();
      await store.create(key, sessionOf());
      const ends: unknown[] = [];
      await store.change(key, (session) => {
        ends.push(store.end(key));
        return { ...session, role: 'admin' };
      });
      expect(await Promise.all(ends)).toContainEqual(expect.any(Object));
      expect(await store.read(key)).toBeUndefined();
    });

    test('changes at once lose nothing', async () => {
      const key = newKey();
      await store.create(key, sessionOf({ person: {} }));
      const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
      await Promise.all(
        names.map(async (name) =>
          store.change(key, (session) => ({ ...session, person: { ...session.person, [name]: true } })),
        ),
      );
      const person = (await store.read(key))?.session.person;
      expect(Object.keys(person ?? {}).toSorted()).toEqual(names.toSorted());
    });

    test('a change keeps the idle end, and moves the session to another subject; what it throws changes nothing', async () => {
      const [key, session, subject] = [newKey(), sessionOf(), `subject-${newKey()}`];
      await store.create(key, session);
      const idleEndsAt = clock + limits.SESSION_IDLE_MS;
      clock += 1_000;
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

    test('a touch postpones the idle end, and never the absolute one', async () => {
      const key = newKey();
      await store.create(key, sessionOf({ endsAt: clock + limits.SESSION_IDLE_MS + 5_000 }));
      clock += limits.SESSION_IDLE_MS - 1;
      await store.touch(key);
      expect((await store.read(key))?.idleEndsAt).toBe(clock + limits.SESSION_IDLE_MS);
      clock += 5_000;
      expect(await store.read(key)).toBeDefined();
      clock += 1;
      expect(await store.read(key)).toBeUndefined();
      await store.touch(key);
      expect([await store.read(key), await store.end(key)]).toEqual([undefined, undefined]);
    });

    test('a session that is not used ends, and a late touch does not bring it back', async () => {
      const key = newKey();
      await store.create(key, sessionOf());
      clock += limits.SESSION_IDLE_MS;
      await store.touch(key);
      expect(await store.read(key)).toBeUndefined();
      expect(await store.change(key, (session) => session)).toBeUndefined();
    });

    test('all sessions of a subject end, or those of a sid, and no others', async () => {
      const keys = [newKey(), newKey(), newKey(), newKey()] as const;
      const subject = `subject-${newKey()}`;
      const [one, other] = [newKey(), newKey()];
      await store.create(keys[0], sessionOf({ subject, sid: one }));
      await store.create(keys[1], sessionOf({ subject, sid: other }));
      await store.create(keys[2], sessionOf({ sid: one }));
      // A subject that reads like a sid is none.
      await store.create(keys[3], sessionOf({ subject: one }));
      const isThere = async () => Promise.all(keys.map(async (key) => (await store.read(key)) !== undefined));
      expect(await store.endAll({ sid: one })).toBe(2);
      expect(await isThere()).toEqual([false, true, false, true]);
      expect(await store.endAll({ subject })).toBe(1);
      expect(await isThere()).toEqual([false, false, false, true]);
      expect([await store.endAll({ subject }), await store.endAll({ sid: newKey() })]).toEqual([0, 0]);
    });

    test('while all sessions of a subject end, none comes back, and one that begins is found by the next end of all', async () => {
      const subject = `subject-${newKey()}`;
      for (let round = 0; round < 20; round += 1) {
        const [key, begun] = [newKey(), newKey()];
        await store.create(key, sessionOf({ subject }));
        await Promise.all([
          store.create(begun, sessionOf({ subject })),
          store.change(key, (session) => ({ ...session, role: 'admin' })),
          store.endAll({ subject }),
          store.touch(key),
          store.change(key, (session) => ({ ...session, tokens: { access: 'refreshed' } })),
        ]);
        expect(await store.read(key)).toBeUndefined();
        await store.endAll({ subject });
        expect(await store.read(begun)).toBeUndefined();
      }
    });

    test('all of 1,000 sessions of a person end', async () => {
      const subject = `subject-${newKey()}`;
      const keys = Array.from({ length: 1_000 }, newKey);
      await Promise.all(keys.map(async (key) => store.create(key, sessionOf({ subject }))));
      expect(await store.endAll({ subject })).toBe(1_000);
      const left = await Promise.all(keys.map(async (key) => store.read(key)));
      expect(left.filter(Boolean)).toEqual([]);
    });

    test('of many who take a lock one gets it; it can be taken again after its release', async () => {
      const name = newKey();
      const releases = await Promise.all(Array.from({ length: 10 }, async () => store.lock(name, 60_000)));
      const got = releases.filter((release) => release !== undefined);
      expect(got).toHaveLength(1);
      await got[0]?.();
      expect(await store.lock(name, 60_000)).toBeDefined();
      expect(await store.lock(newKey(), 60_000)).toBeDefined();
    });

    test('a text is seen for the first time once, and is no lock', async () => {
      const text = newKey();
      const seen = await Promise.all(Array.from({ length: 10 }, async () => store.isFirst(text, 60_000)));
      expect(seen.filter(Boolean)).toHaveLength(1);
      expect(await store.isFirst(newKey(), 60_000)).toBe(true);
      expect(await store.lock(text, 60_000)).toBeDefined();
    });
  });
}
