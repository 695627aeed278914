import { hash, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { limits } from '#platform/contract/limits.ts';
import { createSeal } from './seal.ts';
import { belongsTo, endOf, type SessionRecord, type SessionStore } from './session-store.ts';
import type { StoreAddress } from './store-address.ts';
import { connectToValkey } from './valkey-connection.ts';

type Stored = Omit<SessionRecord, 'key' | 'idleEndsAt'>;

/** Lua scripts, each atomic on one key. */
const scripts = {
  /** Compare-and-set. ARGV: expected value ('' for none), new value ('' deletes), TTL in ms. Returns 0 if the value differs. */
  write: `
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`,

  /**
   * Adds a session key to a sorted set, with the session's end as score. Then removes all keys whose score is at most ARGV[3]. To remove a session
   * key, pass it with the score 0. ARGV: key, score, highest score to remove, TTL of the set in ms.
   */
  index: `
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])`,
};

/** Prefixes keys with the base path, because applications may share a server. */
const name = (kind: string, text: string) => `${BASE_PATH.slice(1)}:${kind}:${text}`;
const hashedName = (kind: string, text: string) => name(kind, hash('sha256', text, 'base64url'));
const recordName = (key: string) => name('session', `{${key}}`);

/**
 * Stores encrypted sessions in Valkey or Redis. Calls `onUnreadable` for each record that no secret decrypts, and logs the first. Resolves after the first connection attempt, even if the attempt failed. A subject's index is written
 * before the record, so that the index never misses a session of the subject. The index may contain sessions that have ended or now have another
 * subject. `list` and `listUnused` read the records to omit such sessions.
 */
export async function openValkeyStore(
  address: StoreAddress,
  secrets: readonly string[],
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  onUnreadable: () => void,
): Promise<SessionStore> {
  const { client, ask, state, close } = await connectToValkey(address, log);
  let isLogged = false;
  const { seal, open } = createSeal(secrets, () => {
    onUnreadable();
    if (!isLogged)
      log.warn('cannot decrypt a stored session with any secret of SESSION_SECRET: it has ended');
    isLogged = true;
  });

  const run = (script: keyof typeof scripts, key: string, values: (string | number)[]) =>
    ask(client.eval(scripts[script], 1, key, ...values), key);

  function parse(key: string, sealed: string | null): SessionRecord | undefined {
    const opened = sealed === null ? undefined : open(sealed, key);
    if (!opened) return undefined;
    const { session, idleEndsAt } = opened as { session: Stored; idleEndsAt: number };
    const record = { ...session, idleEndsAt, key };
    return endOf(record) > Date.now() ? record : undefined;
  }

  /**
   * Replaces the sealed record, or deletes it if `record` is undefined. Changes nothing and returns false if the stored record is no longer
   * `expected`.
   */
  async function write(key: string, expected: string, record?: SessionRecord): Promise<boolean> {
    const { key: _key, idleEndsAt, ...session } = record ?? ({} as SessionRecord);
    const sealed = record ? seal({ session, idleEndsAt }, key) : '';
    const ttl = record ? Math.max(1, endOf(record) - Date.now()) : 0;
    return (await run('write', recordName(key), [expected, sealed, ttl])) === 1;
  }

  async function index({ key, subject, sid }: SessionRecord, endsAt: number): Promise<void> {
    const names = [hashedName('subject', subject), ...(sid === undefined ? [] : [hashedName('sid', sid)])];
    // Keeps a key for one idle timeout after its score (the session's end). During a deploy, a BFF of an older version may extend the session without
    // updating the score.
    const endedAt = Date.now() - limits.SESSION_IDLE_MS;
    await Promise.all(names.map((set) => run('index', set, [key, endsAt, endedAt, limits.SESSION_MS])));
  }

  const get = (key: string) => ask(client.get(recordName(key)), recordName(key));
  const keysIn = (set: string, last: number) => ask(client.zrange(set, 0, last), set);
  const read = async (key: string) => parse(key, await get(key));

  /** Updates a record, or ends the session if `update` returns undefined. Retries after a concurrent change. */
  async function replace(key: string, update: (record: SessionRecord) => SessionRecord | undefined) {
    for (;;) {
      const sealed = await get(key);
      const before = parse(key, sealed);
      if (!before) return {};
      const after = update(before);
      const isIndexed = after?.subject === before.subject && endOf(after) === endOf(before);
      if (after && !isIndexed) await index(after, endOf(after));
      if (!(await write(key, sealed ?? '', after))) continue;
      if (!after) void index(before, 0).catch(() => {});
      return { before, after };
    }
  }

  return {
    state,
    create: async (record) => {
      await index(record, endOf(record));
      await write(record.key, '', record);
    },
    read,
    change: async (key, update) => (await replace(key, update)).after,
    end: async (key) => (await replace(key, () => undefined)).before,
    list: async (owner) => {
      const set = 'sid' in owner ? hashedName('sid', owner.sid) : hashedName('subject', owner.subject);
      const records = await Promise.all((await keysIn(set, -1)).map(read));
      return records.filter((record) => record !== undefined && belongsTo(record, owner)) as SessionRecord[];
    },
    listUnused: async (subject, count) => {
      const set = hashedName('subject', subject);
      const keys = await keysIn(set, -count - 1);
      const records = (await Promise.all(keys.map(read))).filter((record) => record?.subject === subject);
      const ended = keys.filter((key) => records.every((record) => record?.key !== key));
      if (ended.length > 0) await ask(client.zrem(set, ...ended), set);
      return records as SessionRecord[];
    },
    lock: async (text, ms) => {
      const [key, token] = [hashedName('lock', text), randomUUID()];
      const isTaken = (await ask(client.set(key, token, 'PX', ms, 'NX'), key)) !== 'OK';
      return isTaken ? undefined : async () => void (await run('write', key, [token, '']));
    },
    redis: { client, ask },
    close,
  };
}
