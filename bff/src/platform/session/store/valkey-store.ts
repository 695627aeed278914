import { hash, randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { BASE_PATH, limits } from '#contract/constants.ts';
import { createSeal } from './seal.ts';
import type { KeptSession, SessionStore, StoredSession } from './session-store.ts';
import { connectToValkey } from './valkey-connection.ts';
import { scripts } from './valkey-scripts.ts';

export interface ValkeyOptions {
  /** redis: or rediss:, with user and password if the server asks for them. */
  readonly url: URL;
  /** The first encrypts, all decrypt. */
  readonly secrets: readonly string[];
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  readonly now?: () => number;
}

type Kept = readonly [data: string | null, idleEndsAt: string | null];

/** Applications may share a server. */
const name = (kind: string, key: string) => `${BASE_PATH.slice(1)}:${kind}:${key}`;
const hashedName = (kind: string, text: string) => name(kind, hash('sha256', text, 'base64url'));
const record = (key: string) => name('session', key);
const LIVE = name('session-ends', 'all');

/** Keeps encrypted sessions in Valkey or Redis. Resolves when the server has answered or failed to; it is found when it comes. */
export async function openValkeyStore({
  url,
  secrets,
  log,
  now = Date.now,
}: ValkeyOptions): Promise<SessionStore> {
  const { client, ask, state } = await connectToValkey(url, log);
  const { seal, open } = createSeal(secrets, () =>
    log.warn('no secret of SESSION_SECRET opens a stored session: it has ended'),
  );

  const run = (script: keyof typeof scripts, keys: string[], ...values: (string | number)[]) =>
    ask(client.eval(scripts[script], keys.length, ...keys, ...values));

  const take = async (key: string, token: string, ms: number) =>
    (await ask(client.set(key, token, 'PX', ms, 'NX'))) === 'OK';

  /** 1 if the record was the expected one. */
  const write = (from: string, to: string, expected: string, session: StoredSession) => {
    const { subject, sid, endsAt } = session;
    const keys = [record(from), record(to), LIVE, hashedName('subject', subject)];
    if (sid !== undefined) keys.push(hashedName('sid', sid));
    const data = seal(JSON.stringify(session), to);
    return run(
      'write',
      keys,
      expected,
      data,
      endsAt,
      now() + limits.SESSION_IDLE_MS,
      now(),
      limits.SESSION_MS,
    );
  };

  const fetch = (key: string) => ask(client.hmget(record(key), 'data', 'idleEndsAt')) as Promise<unknown>;

  function opened(key: string, [data, idleEndsAt]: Kept): KeptSession | undefined {
    const text = data === null ? undefined : open(data, key);
    if (text === undefined) return undefined;
    const record = { session: JSON.parse(text) as StoredSession, idleEndsAt: Number(idleEndsAt) };
    return Math.min(record.session.endsAt, record.idleEndsAt) > now() ? record : undefined;
  }

  return {
    state,
    create: async (key, session) => void (await write(key, key, '', session)),
    read: async (key) => opened(key, (await fetch(key)) as Kept),
    change: async (key, update, to = key) => {
      for (;;) {
        const reply = (await fetch(key)) as Kept;
        const record = opened(key, reply);
        if (!record) return undefined;
        const session = update(record.session);
        if ((await write(key, to, reply[0] ?? '', session)) === 1) return session;
      }
    },
    touch: async (key) =>
      void (await run('touch', [record(key), LIVE], now() + limits.SESSION_IDLE_MS, now())),
    end: async (key) => opened(key, (await run('end', [record(key), LIVE])) as Kept)?.session,
    endAll: async (of) => {
      const index = 'sid' in of ? hashedName('sid', of.sid) : hashedName('subject', of.subject);
      return Number(await run('endAll', [index, LIVE]));
    },
    lock: async (text, ms) => {
      const [key, token] = [hashedName('lock', text), randomUUID()];
      return (await take(key, token, ms)) ? async () => void (await run('release', [key], token)) : undefined;
    },
    isFirst: (text, ms) => take(hashedName('seen', text), 'seen', ms),
    size: () => ask(client.zcount(LIVE, `(${now()}`, '+inf')),
    redis: client,
    close: () => client.disconnect(),
  };
}
