import { hash, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { BASE_PATH, limits } from '#contract/constants.ts';
import { createSeal } from './seal.ts';
import {
  isOf,
  type KeptSession,
  type SessionStore,
  StoreUnavailable,
  type StoredSession,
} from './session-store.ts';
import type { StoreAddress } from './store-address.ts';
import { connectToValkey } from './valkey-connection.ts';
import { scripts } from './valkey-scripts.ts';

export interface ValkeyOptions {
  readonly address: StoreAddress;
  /** The first encrypts, all decrypt. */
  readonly secrets: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly now?: () => number;
}

type Kept = readonly [data: string | null, idleEndsAt: string | null];

/** For a replica to confirm an ending: less than a command may take. */
const REPLICA_MS = 300;
/** Of the sessions that end together. */
const AT_ONCE = 100;

/** Applications may share a server. */
const name = (kind: string, key: string) => `${BASE_PATH.slice(1)}:${kind}:${key}`;
const hashedName = (kind: string, text: string) => name(kind, hash('sha256', text, 'base64url'));
const record = (key: string) => name('session', `{${key}}`);

/**
 * Keeps encrypted sessions in Valkey or Redis. Resolves when the store has answered or failed to; it is found when it comes.
 *
 * The indexes are written before the record, so that no session is without them. All that follows is compare-and-set of the one record, or the
 * touch of one that is there: before an end it is ended with it, and after it finds nothing. A session whose record the end of all does not find
 * begins after it: its entry stays for the next one. Entries leave an index only by their time, so one may name a session that has ended, or has
 * another subject by now: therefore the end of all looks at each record.
 */
export async function openValkeyStore({
  address,
  secrets,
  log,
  now = Date.now,
}: ValkeyOptions): Promise<SessionStore> {
  const { client, endings, ask, state, close } = await connectToValkey(address, log);
  const { seal, open } = createSeal(secrets, () =>
    log.warn('no secret of SESSION_SECRET opens a stored session: it has ended'),
  );

  const run = (script: keyof typeof scripts, key: string, values: (string | number)[], at = client) =>
    ask(at.eval(scripts[script], 1, key, ...values));

  const take = async (key: string, token: string, ms: number) =>
    (await ask(client.set(key, token, 'PX', ms, 'NX'))) === 'OK';

  const fetch = (key: string) =>
    ask(client.hmget(record(key), 'data', 'idleEndsAt')) as unknown as Promise<Kept>;

  function opened(key: string, [data, idleEndsAt]: Kept): KeptSession | undefined {
    const text = data === null ? undefined : open(data, key);
    if (text === undefined) return undefined;
    const kept = { session: JSON.parse(text) as StoredSession, idleEndsAt: Number(idleEndsAt) };
    return Math.min(kept.session.endsAt, kept.idleEndsAt) > now() ? kept : undefined;
  }

  /** Whether the record was the expected one. */
  async function write(key: string, expected: string, session: StoredSession): Promise<boolean> {
    const idleMs = limits.SESSION_IDLE_MS;
    const data = seal(JSON.stringify(session), key);
    return (await run('write', record(key), [expected, data, now() + idleMs, idleMs])) !== null;
  }

  async function index(key: string, { subject, sid, endsAt }: StoredSession): Promise<void> {
    const names = [hashedName('subject', subject), ...(sid === undefined ? [] : [hashedName('sid', sid)])];
    const values = [key, endsAt, now(), limits.SESSION_MS];
    await Promise.all(names.map((name) => run('index', name, values)));
  }

  /** Ends a record, except a session that is not meant. Whether it did; and the session, if a secret opens it. */
  async function end(key: string, isMeant: (session: StoredSession) => boolean = () => true) {
    for (;;) {
      const reply = await fetch(key);
      const session = opened(key, reply)?.session;
      if (reply[0] === null || (session && !isMeant(session))) return { hasEnded: false };
      const replicas = await run('write', record(key), [reply[0], ''], endings);
      if (replicas === null) continue;
      if (Number(replicas) > 0) await confirm(key);
      return { hasEnded: true, session };
    }
  }

  /** Rejects unless a replica has heard that a record has ended: otherwise a failover could bring it back. */
  async function confirm(key: string): Promise<void> {
    // WAIT has no key: a cluster sends it where the command before it goes.
    const replies = await ask(endings.pipeline().exists(record(key)).wait(1, REPLICA_MS).exec());
    const [exists, confirmed] = replies?.map(([error, reply]) => (error ? undefined : Number(reply))) ?? [];
    if (exists !== 0 || !confirmed)
      throw new StoreUnavailable('no replica confirms that a session has ended');
  }

  return {
    state,
    create: async (key, session) => {
      await index(key, session);
      await write(key, '', session);
    },
    read: async (key) => opened(key, await fetch(key)),
    change: async (key, update) => {
      for (;;) {
        const reply = await fetch(key);
        const before = opened(key, reply)?.session;
        if (!before) return undefined;
        const session = update(before);
        if (session.subject !== before.subject) await index(key, session);
        if (await write(key, reply[0] ?? '', session)) return session;
      }
    },
    touch: async (key) => {
      const idleMs = limits.SESSION_IDLE_MS;
      await run('touch', record(key), [now(), now() + idleMs, idleMs]);
    },
    end: async (key) => (await end(key)).session,
    endAll: async (of) => {
      const index = 'sid' in of ? hashedName('sid', of.sid) : hashedName('subject', of.subject);
      const keys = await ask(client.zrange(index, 0, -1));
      let count = 0;
      let failure: unknown;
      const endMeant = async (key: string) => {
        try {
          if ((await end(key, (session) => isOf(session, of))).hasEnded) count += 1;
        } catch (error) {
          failure = error;
        }
      };
      for (let from = 0; from < keys.length; from += AT_ONCE)
        await Promise.all(keys.slice(from, from + AT_ONCE).map(endMeant));
      // Only now, so that all end that can.
      if (failure) throw failure;
      return count;
    },
    lock: async (text, ms) => {
      const [key, token] = [hashedName('lock', text), randomUUID()];
      return (await take(key, token, ms)) ? async () => void (await run('release', key, [token])) : undefined;
    },
    isFirst: (text, ms) => take(hashedName('seen', text), 'seen', ms),
    redis: client,
    close,
  };
}
