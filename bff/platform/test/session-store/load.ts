import { setTimeout as sleep } from 'node:timers/promises';
import { type SessionStore, StoreUnavailable } from '#platform/session/store/session-store.ts';
import { newRecord } from './store-behaviour.ts';

/** Interval between requests. */
const EVERY_MS = 5;
/** Every nth request creates, changes or ends a session. */
const WRITE_EVERY = 10;
const SESSIONS = 100;

interface Begun {
  readonly key: string;
  readonly subject: string;
  readonly since: number;
}

/** Creates, reads, changes and ends sessions through the stores of several BFFs. */
export async function startLoad(stores: readonly SessionStore[]) {
  const begun: Begun[] = [];
  const wrong: string[] = [];
  const pending = new Set<Promise<unknown>>();
  let turn = 0;

  async function ask<T>(work: (store: SessionStore) => T | Promise<T>): Promise<T | 'unavailable'> {
    try {
      return await work(stores[(turn += 1) % stores.length]!);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) wrong.push(String(error));
      return 'unavailable';
    }
  }

  async function stateOf({ key, subject }: Begun): Promise<'unavailable' | 'there' | 'gone'> {
    const kept = await ask((store) => store.read(key));
    if (kept === 'unavailable' || !kept) return kept ?? 'gone';
    if (kept.subject !== subject) wrong.push(`${subject} got ${kept.subject}`);
    return 'there';
  }
  async function inState(sessions: readonly Begun[], state: string): Promise<Begun[]> {
    const states = await Promise.all(sessions.map(stateOf));
    return sessions.filter((_session, index) => states[index] === state);
  }

  async function begin(): Promise<void> {
    const record = newRecord({ key: crypto.randomUUID() });
    const reply = await ask((store) => store.create(record));
    if (reply !== 'unavailable') begun.push({ key: record.key, subject: record.subject, since: Date.now() });
  }
  const any = () => begun[Math.floor(Math.random() * begun.length)];
  const change = (session = any()) =>
    session && ask((store) => store.change(session.key, (kept) => ({ ...kept, user: { name: 'Anna' } })));
  async function end(): Promise<void> {
    const session = begun.shift();
    if (session) await ask((store) => store.end(session.key));
  }
  const read = (session = any()) => session && stateOf(session);

  const send = (work: () => unknown) => {
    const request = Promise.resolve(work()).finally(() => pending.delete(request));
    pending.add(request);
  };

  await Promise.all(Array.from({ length: SESSIONS }, begin));
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    send([begin, change, end][(count / WRITE_EVERY) % 3] ?? read);
  }, EVERY_MS);

  return {
    wrong,
    /** Waits until all sessions can be read in two consecutive rounds. */
    untilAnswered: async () => {
      for (let answered = 0; answered < 2; answered += 1)
        while ((await inState(begun, 'unavailable')).length > 0) {
          answered = 0;
          await sleep(200);
        }
    },
    /** Stops the load. Returns the sessions that were lost. */
    end: async () => {
      clearInterval(timer);
      await Promise.all(pending);
      return inState(begun, 'gone');
    },
  };
}
