import { setTimeout as sleep } from 'node:timers/promises';
import { type SessionStore, StoreUnavailable } from '#platform/session/store/session-store.ts';
import { sessionOf } from './store-behaviour.ts';

/** Between two requests: 200 a second. */
const EVERY_MS = 5;
/** Of the requests, one in so many begins, changes or ends a session. */
const WRITE_EVERY = 10;
const SESSIONS = 100;

interface Begun {
  readonly key: string;
  readonly subject: string;
  /** When the store has said so. */
  readonly since: number;
}

/** Sessions that begin, are used, change and end through the stores of several BFFs, and what becomes of them. */
export async function startLoad(stores: readonly SessionStore[]) {
  const begun: Begun[] = [];
  /** What no store may answer. */
  const wrong: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let turn = 0;

  /** What one of the stores answers; `away` if it says that it is. */
  async function ask<T>(work: (store: SessionStore) => T | Promise<T>): Promise<T | 'away'> {
    try {
      return await work(stores[(turn += 1) % stores.length]!);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) wrong.push(String(error));
      return 'away';
    }
  }

  async function stateOf({ key, subject }: Begun): Promise<'away' | 'there' | 'gone'> {
    const kept = await ask((store) => store.read(key));
    if (kept === 'away' || !kept) return kept ?? 'gone';
    if (kept.session.subject !== subject) wrong.push(`${subject} got ${kept.session.subject}`);
    return 'there';
  }
  async function inState(sessions: readonly Begun[], state: string): Promise<Begun[]> {
    const states = await Promise.all(sessions.map(stateOf));
    return sessions.filter((_session, index) => states[index] === state);
  }

  async function begin(): Promise<void> {
    const [key, session] = [crypto.randomUUID(), sessionOf()];
    const reply = await ask((store) => store.create(key, session));
    if (reply !== 'away') begun.push({ key, subject: session.subject, since: Date.now() });
  }
  const any = () => begun[Math.floor(Math.random() * begun.length)];
  const change = (session = any()) =>
    session && ask((store) => store.change(session.key, (kept) => ({ ...kept, person: { name: 'Anna' } })));
  async function end(): Promise<void> {
    const session = begun.shift();
    if (session) await ask((store) => store.end(session.key));
  }
  const read = (session = any()) => session && stateOf(session);

  const send = (work: () => unknown) => {
    const request = Promise.resolve(work()).finally(() => underWay.delete(request));
    underWay.add(request);
  };

  await Promise.all(Array.from({ length: SESSIONS }, begin));
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    send([begin, change, end][(count / WRITE_EVERY) % 3] ?? read);
  }, EVERY_MS);

  return {
    wrong,
    /** Waits until all sessions are answered for, twice. */
    untilAnswered: async () => {
      for (let answered = 0; answered < 2; answered += 1)
        while ((await inState(begun, 'away')).length > 0) {
          answered = 0;
          await sleep(200);
        }
    },
    /** Ends the work: which sessions are lost that nobody has ended. */
    end: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return inState(begun, 'gone');
    },
  };
}
