import type { FastifyBaseLogger } from 'fastify';
import {
  belongsTo,
  endOf,
  type SessionRecord,
  type SessionStore,
  StoreUnavailable,
} from './session-store.ts';

/** Maximum number of sessions. When it is reached, sign-in fails, because evicting a session would sign out its user. */
const MAX_SESSIONS = 10_000;
const WARN_FROM = 0.8 * MAX_SESSIONS;
const SWEEP_MS = 60_000;

export function createMemoryStore(log: Pick<FastifyBaseLogger, 'warn'>): SessionStore {
  const sessions = new Map<string, SessionRecord>();
  const keysOf = new Map<string, Set<string>>();
  const locks = new Set<string>();
  let hasWarned = false;
  let sweptAt = 0;

  const isLive = (record: SessionRecord) => endOf(record) > Date.now();
  const find = (key: string) => {
    const record = sessions.get(key);
    return record && isLive(record) ? record : undefined;
  };
  const remove = (key: string): void => {
    const { subject = '' } = sessions.get(key) ?? {};
    sessions.delete(key);
    keysOf.get(subject)?.delete(key);
    if (keysOf.get(subject)?.size === 0) keysOf.delete(subject);
  };
  const put = (record: SessionRecord): void => {
    remove(record.key);
    sessions.set(record.key, record);
    keysOf.set(record.subject, (keysOf.get(record.subject) ?? new Set()).add(record.key));
  };
  const sweep = (): void => {
    sweptAt = Date.now();
    for (const [key, record] of sessions) if (!isLive(record)) remove(key);
  };
  const sweeping = setInterval(sweep, SWEEP_MS).unref();

  return {
    state: () => 'up',
    create: async (record) => {
      // At most once a second, because a sweep reads all sessions.
      if (sessions.size >= WARN_FROM && Date.now() - sweptAt >= 1_000) sweep();
      if (sessions.size >= MAX_SESSIONS) throw new StoreUnavailable(`${MAX_SESSIONS} sessions in memory`);
      put(record);
      if (hasWarned || sessions.size < WARN_FROM) return;
      hasWarned = true;
      log.warn(
        { sessions: sessions.size },
        `beyond ${MAX_SESSIONS} sessions in memory, nobody can sign in: set SESSION_STORE_URL to a Valkey server`,
      );
    },
    read: async (key) => find(key),
    change: async (key, update) => {
      const before = find(key);
      const after = before && update(before);
      // `update` may have ended the session.
      if (!after || sessions.get(key) !== before) return undefined;
      put(after);
      return after;
    },
    end: async (key) => {
      const record = find(key);
      remove(key);
      return record;
    },
    list: async (owner) =>
      [...sessions.values()].filter((record) => belongsTo(record, owner) && isLive(record)),
    listUnused: async (subject, count) =>
      [...(keysOf.get(subject) ?? [])]
        .flatMap((key) => find(key) ?? [])
        .toSorted((one, other) => endOf(one) - endOf(other))
        .slice(0, -count),
    // Locks need no expiry, because they disappear with the process.
    lock: async (name) => {
      if (locks.has(name)) return undefined;
      locks.add(name);
      return async () => void locks.delete(name);
    },
    redis: undefined,
    close: () => clearInterval(sweeping),
  };
}
