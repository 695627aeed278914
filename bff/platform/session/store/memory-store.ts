import {
  belongsTo,
  endOf,
  type SessionRecord,
  type SessionStore,
  StoreUnavailable,
} from './session-store.ts';

/** Maximum number of sessions. When it is reached, sign-in fails, because evicting a session would sign out its user. */
const MAX_SESSIONS = 10_000;

export function createMemoryStore(): SessionStore {
  const sessions = new Map<string, SessionRecord>();
  const locks = new Set<string>();

  const isLive = (record: SessionRecord) => endOf(record) > Date.now();
  const find = (key: string) => {
    const record = sessions.get(key);
    return record && isLive(record) ? record : undefined;
  };

  return {
    state: () => 'up',
    create: async (record) => {
      for (const [key, other] of sessions) if (!isLive(other)) sessions.delete(key);
      if (sessions.size >= MAX_SESSIONS) throw new StoreUnavailable(`${MAX_SESSIONS} sessions in memory`);
      sessions.set(record.key, record);
    },
    read: async (key) => find(key),
    change: async (key, update) => {
      const before = find(key);
      const after = before && update(before);
      // `update` may have ended the session.
      if (!after || sessions.get(key) !== before) return undefined;
      sessions.set(key, after);
      return after;
    },
    end: async (key) => {
      const record = find(key);
      sessions.delete(key);
      return record;
    },
    list: async (owner) =>
      [...sessions.values()].filter((record) => belongsTo(record, owner) && isLive(record)),
    listUnused: async (subject, count) =>
      [...sessions.values()]
        .filter((record) => record.subject === subject && isLive(record))
        .toSorted((one, other) => endOf(one) - endOf(other))
        .slice(0, -count),
    // Locks need no expiry, because they disappear with the process.
    lock: async (name) => {
      if (locks.has(name)) return undefined;
      locks.add(name);
      return async () => void locks.delete(name);
    },
    redis: undefined,
    close: () => {},
  };
}
