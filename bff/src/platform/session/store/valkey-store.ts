import { hash, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { BASE_PATH } from '#contract/constants.ts';
import { limits } from '#contract/kit/limits.ts';
import { createSeal } from './seal.ts';
import { isOf, type KeptSession, type SessionStore, type StoredSession } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';
import { connectToValkey } from './valkey-connection.ts';

interface Options {
  readonly address: StoreAddress;
  readonly secrets: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

const AT_ONCE = 100;
/** The record of a session that begins may be missing for so long, clocks that differ included. */
const BEGINNING_MS = 60_000;

/** What Valkey does in one step, each at one key. */
const scripts = {
  /** KEYS record, or lock. ARGV expected ('' for none), new one ('' deletes it), ms that it is kept. Returns 0 if it is not the expected one. */
  write: `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`,

  /** KEYS sorted set of the keys of a person's sessions by their end. ARGV key, end (0 removes it), now, ms that the set is kept. */
  index: `
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])`,
};

/** Applications may share a server. */
const name = (kind: string, text: string) => `${BASE_PATH.slice(1)}:${kind}:${text}`;
const hashedName = (kind: string, text: string) => name(kind, hash('sha256', text, 'base64url'));
const recordName = (key: string) => name('session', `{${key}}`);

/**
 * Keeps encrypted sessions in Valkey or Redis. Resolves when the store has answered or failed to; it is found when it comes.
 *
 * The indexes are written before the record, so that each session is in them. All that follows is compare-and-set of the one record: before
 * the end of all, it ends with it; after it, it finds no record. A session whose record the end of all does not find begins after it, and its
 * entry stays for the next one. An entry may name a session that has expired, or that is another subject's by now: therefore the end of all
 * looks at each record.
 */
export async function openValkeyStore({ address, secrets, log }: Options): Promise<SessionStore> {
  const { client, ask, state, close } = await connectToValkey(address, log);
  const { seal, open } = createSeal(secrets, () =>
    log.warn('no secret of SESSION_SECRET opens a stored session: it has ended'),
  );

  const run = (script: keyof typeof scripts, key: string, values: (string | number)[]) =>
    ask(client.eval(scripts[script], 1, key, ...values));

  function opened(key: string, record: string | null): KeptSession | undefined {
    const text = record === null ? undefined : open(record, key);
    const kept = text === undefined ? undefined : (JSON.parse(text) as KeptSession);
    return kept && endOf(kept) > Date.now() ? kept : undefined;
  }

  /** Replaces the record if it is the expected one; without `kept` it ends. Resolves with false if it is another one. */
  async function write(key: string, expected: string, kept?: KeptSession): Promise<boolean> {
    const values = kept ? [seal(JSON.stringify(kept), key), Math.max(1, endOf(kept) - Date.now())] : [''];
    return (await run('write', recordName(key), [expected, ...values])) === 1;
  }

  const indexAt = (set: string, key: string, endsAt: number) =>
    run('index', set, [key, endsAt, Date.now(), limits.SESSION_MS]);

  async function index(key: string, { subject, sid }: StoredSession, endsAt: number): Promise<void> {
    const names = [hashedName('subject', subject), ...(sid === undefined ? [] : [hashedName('sid', sid)])];
    await Promise.all(names.map((set) => indexAt(set, key, endsAt)));
  }

  /** Works on many sessions, some at once. Rejects only when all are done that can be. */
  async function onEach<K, T>(keys: readonly K[], work: (key: K) => Promise<T>): Promise<T[]> {
    const done: PromiseSettledResult<T>[] = [];
    for (let from = 0; from < keys.length; from += AT_ONCE)
      // oxlint-disable-next-line no-await-in-loop
      done.push(...(await Promise.allSettled(keys.slice(from, from + AT_ONCE).map(work))));
    return done.map((each) => {
      if (each.status === 'rejected') throw each.reason;
      return each.value;
    });
  }

  /** Replaces a record by what `update` makes of it, undefined ends it; again if others have changed it meanwhile. */
  async function replace(key: string, update: (kept: KeptSession | undefined) => KeptSession | undefined) {
    for (;;) {
      const record = await ask(client.get(recordName(key)));
      if (record === null) return undefined;
      const before = opened(key, record);
      const after = update(before);
      if (after && after.session.subject !== before?.session.subject)
        await index(key, after.session, after.session.endsAt);
      if (!(await write(key, record, after))) continue;
      // No request waits for it: an entry that stays is found to be stale.
      if (before && !after) void index(key, before.session, 0).catch(() => {});
      return { before: before?.session, after: after?.session };
    }
  }

  return {
    state,
    create: async (key, session) => {
      await index(key, session, session.endsAt);
      await write(key, '', { session, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
    },
    read: async (key) => opened(key, await ask(client.get(recordName(key)))),
    change: async (key, update) =>
      (await replace(key, (kept) => kept && { ...kept, session: update(kept.session) }))?.after,
    touch: async (key) =>
      void (await replace(
        key,
        (kept) => kept && { ...kept, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS },
      )),
    end: async (key) => (await replace(key, () => undefined))?.before,
    endAll: async (of) => {
      const set = 'sid' in of ? hashedName('sid', of.sid) : hashedName('subject', of.subject);
      const keys = await ask(client.zrange(set, 0, -1));
      const ends = await onEach(keys, async (key) => {
        const replaced = await replace(key, (kept) => (kept && !isOf(kept.session, of) ? kept : undefined));
        return replaced !== undefined && !replaced.after;
      });
      return ends.filter(Boolean).length;
    },
    endBeyond: async (subject, max) => {
      const set = hashedName('subject', subject);
      const entries = await ask(client.zrange(set, 0, -1, 'WITHSCORES'));
      if (entries.length <= 2 * max) return [];
      const keys = entries.flatMap((key, at) =>
        at % 2 === 0 ? { key, endsAt: Number(entries[at + 1]) } : [],
      );
      const live = await onEach(keys, async ({ key, endsAt }) => {
        const record = await ask(client.get(recordName(key)));
        const isBeginning = endsAt > Date.now() + limits.SESSION_MS - BEGINNING_MS;
        if (record === null && !isBeginning) await indexAt(set, key, 0);
        const kept = opened(key, record);
        return kept?.session.subject === subject ? [{ key, lastUse: kept.idleEndsAt }] : [];
      });
      const byUse = live.flat().toSorted((one, other) => one.lastUse - other.lastUse);
      const ended = await onEach(byUse.slice(0, -max), async ({ key }) => {
        const session = (await replace(key, () => undefined))?.before;
        return session ? [[key, session] as const] : [];
      });
      return ended.flat();
    },
    lock: async (text, ms) => {
      const [key, token] = [hashedName('lock', text), randomUUID()];
      const isTaken = (await ask(client.set(key, token, 'PX', ms, 'NX'))) !== 'OK';
      return isTaken ? undefined : async () => void (await run('write', key, [token, '']));
    },
    redis: client,
    close,
  };
}

const endOf = ({ session, idleEndsAt }: KeptSession) => Math.min(session.endsAt, idleEndsAt);
