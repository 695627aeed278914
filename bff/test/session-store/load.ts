import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '#contract/kit/api-path.ts';

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

/** People who sign in, work and sign out through several BFFs, and what becomes of their sessions. */
export async function startLoad(addresses: readonly string[]) {
  const people: Person[] = [];
  const signedOut: Person[] = [];
  /** Replies that no person may get. */
  const wrong: string[] = [];
  const counts = { answered: 0, refused: 0 };
  const underWay = new Set<Promise<unknown>>();
  const sent = () => counts.answered + counts.refused + underWay.size;

  async function send(key: string, cookie = '', body?: object) {
    const [method = '', path = ''] = key.split(' ');
    const [some, another] = [Math.floor(Math.random() * 65_536), sent() % addresses.length];
    const response = await fetch(`${addresses[another]}${API_PATH}${path}`, {
      method,
      headers: {
        cookie,
        'x-requested-by': 'test',
        // Attempts to sign in are limited by address.
        'x-forwarded-for': `10.0.${some >> 8}.${some % 256}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const isRefused = status === 503 && headers.has('retry-after');
    counts[isRefused ? 'refused' : 'answered'] += 1;
    if (!isRefused && ![200, 204, 401].includes(status)) wrong.push(`${key} ${status} ${text}`);
    return { status, text, headers };
  }

  async function signIn(): Promise<void> {
    const subject = crypto.randomUUID();
    const { status, headers } = await send('POST /sign-in', '', { subject, role: 'reader', name: 'Ada' });
    const cookie = headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    if (status === 204) people.push({ subject, cookie: cookie.join('; '), since: Date.now() });
  }

  async function signOut(): Promise<void> {
    const person = people.shift();
    if (person && (await send('DELETE /sign-in', person.cookie)).status === 204) signedOut.push(person);
  }

  /** The status of a call of a person. */
  async function call({ subject, cookie }: Person): Promise<number> {
    const { status, text } = await send('GET /things', cookie);
    if (status === 200 && JSON.parse(text).subject !== subject) wrong.push(`${subject} got ${text}`);
    return status;
  }

  const somebody = () => people[Math.floor(Math.random() * people.length)];
  const changeName = () => send('PATCH /sign-in', somebody()?.cookie, { name: 'Ada Lovelace' });
  const writes = [signIn, changeName, signOut];

  async function withStatus(persons: readonly Person[], status: number): Promise<Person[]> {
    const statuses = await Promise.all(persons.map(call));
    return persons.filter((_person, index) => statuses[index] === status);
  }

  await Promise.all(Array.from({ length: PEOPLE }, signIn));
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    const write = writes[(turn / WRITE_EVERY) % writes.length];
    const person = somebody();
    const request = Promise.resolve(write ? write() : person && call(person))
      .catch((error: unknown) => wrong.push(String(error)))
      .finally(() => underWay.delete(request));
    underWay.add(request);
  }, EVERY_MS);

  return {
    counts,
    wrong,
    /** Waits until everybody gets an answer, twice. */
    untilAnswered: async () => {
      for (let answered = 0; answered < 2; answered += 1)
        while ((await withStatus(people, 503)).length > 0) {
          answered = 0;
          await sleep(200);
        }
    },
    /** Ends the work: who is signed out without having asked for it, and who is signed in after having signed out. */
    end: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return { lost: await withStatus(people, 401), revived: await withStatus(signedOut, 200) };
    },
  };
}
