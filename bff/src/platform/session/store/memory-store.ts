import { limits } from '#contract/kit/limits.ts';
import { type EndOf, isOf, type KeptSession, type SessionStore, StoreUnavailable } from './session-store.ts';

/** Sessions in one process; beyond it none begins, because to end one that is used would sign a person out. */
const MAX_SESSIONS = 10_000;

export function createMemoryStore(): SessionStore {
  /** In the order of their last use. */
  const sessions = new Map<string, KeptSession>();
  const locks = new Map<string, { readonly endsAt: number }>();

  const isOver = ({ session, idleEndsAt }: KeptSession) => Math.min(session.endsAt, idleEndsAt) <= Date.now();

  function read(key: string): KeptSession | undefined {
    const found = sessions.get(key);
    if (!found || !isOver(found)) return found;
    sessions.delete(key);
    return undefined;
  }

  function keep(key: string, session: KeptSession['session']): void {
    for (const [oldest, found] of sessions) {
      if (!isOver(found)) break;
      sessions.delete(oldest);
    }
    sessions.delete(key);
    if (sessions.size >= MAX_SESSIONS) throw new StoreUnavailable('the process keeps too many sessions');
    sessions.set(key, { session, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
  }

  function end(key: string) {
    const found = read(key);
    sessions.delete(key);
    return found?.session;
  }

  const liveOf = (of: EndOf) => [...sessions].filter(([key, { session }]) => isOf(session, of) && read(key));

  return {
    state: () => 'up',
    create: keep,
    read,
    change: (key, update) => {
      const found = read(key);
      if (!found) return undefined;
      const session = update(found.session);
      if (sessions.get(key) !== found) return undefined;
      sessions.set(key, { ...found, session });
      return session;
    },
    touch: (key) => {
      const found = read(key);
      if (found) keep(key, found.session);
    },
    end,
    endAll: (of) => liveOf(of).filter(([key]) => sessions.delete(key)).length,
    endBeyond: (subject, max) => {
      const oldest = liveOf({ subject }).slice(0, -max);
      for (const [key] of oldest) sessions.delete(key);
      return oldest.map(([key, { session }]) => [key, session]);
    },
    lock: (name, ms) => {
      for (const [other, { endsAt }] of locks) if (endsAt <= Date.now()) locks.delete(other);
      if (locks.has(name)) return undefined;
      const mine = { endsAt: Date.now() + ms };
      locks.set(name, mine);
      return () => void (locks.get(name) === mine && locks.delete(name));
    },
    redis: undefined,
    close: () => {},
  };
}
