import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '#contract/constants.ts';

/** Between two requests: 200 a second. */
const EVERY_MS = 5;
/** Of the requests, one in so many begins, changes or ends a session. */
const WRITE_EVERY = 10;
const PEOPLE = 100;

interface Person {
  readonly subject: string;
  readonly cookie: string;
  /** When the reply to the sign-in came. */
  readonly since: number;
}

/** People who sign in, work and sign out through several BFFs, and what became of their sessions. */
export function createLoad(addresses: readonly string[]) {
  const people: Person[] = [];
  const signedOut: Person[] = [];
  /** Replies that no person may get. */
  const wrong: string[] = [];
  const counts = { ok: 0, unavailable: 0 };
  let sent = 0;

  async function send(key: string, cookie = '', body?: object) {
    const [method = '', path = ''] = key.split(' ');
    sent += 1;
    const response = await fetch(`${addresses[sent % addresses.length]}${API_PATH}${path}`, {
      method,
      headers: {
        cookie,
        'x-requested-by': 'test',
        // Attempts to sign in are limited by address.
        'x-forwarded-for': `10.0.${(sent >> 8) % 256}.${sent % 256}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers } = response;
    if (status === 503 && headers.get('retry-after') !== null) counts.unavailable += 1;
    else if (status < 300) counts.ok += 1;
    else if (status !== 401) wrong.push(`${key} ${status} ${text}`);
    return { status, text, headers };
  }

  async function signIn(): Promise<void> {
    const subject = `person-${sent}`;
    const { status, headers } = await send('POST /sign-in', '', { subject, role: 'reader', name: 'Ada' });
    const cookie = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    if (status === 204) people.push({ subject, cookie: cookie.join('; '), since: Date.now() });
  }

  async function signOut(): Promise<void> {
    const [person] = people.splice(0, 1);
    if (person && (await send('DELETE /sign-in', person.cookie)).status === 204) signedOut.push(person);
  }

  const some = () => people[Math.floor(Math.random() * people.length)];
  const changeName = () => send('PATCH /sign-in', some()?.cookie, { name: `Ada ${sent}` });

  /** Whether somebody is signed in; undefined while the store is away. */
  async function isSignedIn({ subject, cookie }: Person): Promise<boolean | undefined> {
    const { status, text } = await send('GET /things', cookie);
    if (status === 200 && JSON.parse(text).subject !== subject) wrong.push(`${subject} got ${text}`);
    return status === 503 ? undefined : status === 200;
  }

  async function among(persons: readonly Person[], state: boolean | undefined): Promise<Person[]> {
    const states = await Promise.all(persons.map(isSignedIn));
    return persons.filter((_person, index) => states[index] === state);
  }

  let isRunning = true;
  const underWay = new Set<Promise<unknown>>();
  async function work(): Promise<void> {
    const begun = Date.now();
    for (let count = 0; isRunning; count += 1) {
      const person = some();
      const writes = [signIn, changeName, signOut];
      const write = writes[(count / WRITE_EVERY) % writes.length];
      const request = write ? write() : person && isSignedIn(person);
      const ended = Promise.resolve(request).catch((error: unknown) => wrong.push(String(error)));
      underWay.add(ended);
      void ended.then(() => underWay.delete(ended));
      await sleep(Math.max(0, begun + count * EVERY_MS - Date.now()));
    }
  }

  return {
    counts,
    wrong,
    begin: async () => {
      await Promise.all(Array.from({ length: PEOPLE }, signIn));
      void work();
    },
    /** Ms from now until everybody gets an answer again, twice. */
    untilAnswered: async () => {
      const begun = Date.now();
      for (let answered = 0; answered < 2; answered += 1) {
        while ((await among(people, undefined)).length > 0) {
          answered = 0;
          await sleep(50);
        }
      }
      return Date.now() - begun;
    },
    /** Ends the work. Who is signed out without having asked for it, and who is signed in after having signed out. */
    end: async () => {
      isRunning = false;
      await Promise.all(underWay);
      return { lost: await among(people, false), revived: await among(signedOut, true) };
    },
  };
}
