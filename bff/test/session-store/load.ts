import { setTimeout as sleep } from 'node:timers/promises';
import { type Application, Visitor } from '../session/visitor.ts';

/** Between two requests: 200 a second. */
const EVERY_MS = 5;
/** Of the requests, one in so many begins, changes or ends a session. */
const WRITE_EVERY = 10;
const PEOPLE = 100;

interface Person {
  readonly subject: string;
  readonly visitor: Visitor;
  /** When the reply to the sign-in came. */
  readonly since: number;
}

/** People who sign in, work and sign out through several BFFs, and what becomes of their sessions. */
export async function startLoad(applications: readonly Application[]) {
  const people: Person[] = [];
  const signedOut: Person[] = [];
  /** Replies that no person may get. */
  const wrong: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  let turn = 0;
  const balanced: Application = {
    inject: (sent) => applications[(turn += 1) % applications.length]!.inject(sent),
  };

  /** The status of a call of a person. */
  async function send({ subject, visitor }: Person, key = 'GET /things', payload?: object): Promise<number> {
    const { statusCode, headers, body } = await visitor.call(key, payload);
    const isRefused = statusCode === 503 && 'retry-after' in headers;
    const isOwn = statusCode !== 200 || JSON.parse(body).subject === subject;
    if (!isOwn || (!isRefused && ![200, 204, 401].includes(statusCode)))
      wrong.push(`${subject} ${key} ${statusCode} ${body}`);
    return statusCode;
  }

  async function signIn(): Promise<void> {
    const subject = crypto.randomUUID();
    // Attempts to sign in are limited by address.
    const address = [10, 0, 0, 0].map((byte) => byte || Math.floor(Math.random() * 256));
    const visitor = new Visitor(balanced, { 'x-forwarded-for': address.join('.') });
    const person = { subject, visitor, since: Date.now() };
    const status = await send(person, 'POST /sign-in', { subject, role: 'reader', name: 'Ada' });
    if (status === 204) people.push({ ...person, since: Date.now() });
  }

  async function signOut(): Promise<void> {
    const person = people.shift();
    if (!person) return;
    const { cookies } = person.visitor;
    if ((await send(person, 'DELETE /sign-in')) !== 204) return;
    signedOut.push(person);
    person.visitor.cookies = cookies;
  }

  const somebody = () => people[Math.floor(Math.random() * people.length)];
  const changeName = async () => {
    const person = somebody();
    if (person) await send(person, 'PATCH /sign-in', { name: 'Ada Lovelace' });
  };
  const writes = [signIn, changeName, signOut];

  async function withStatus(persons: readonly Person[], status: number): Promise<Person[]> {
    const statuses = await Promise.all(persons.map((person) => send(person)));
    return persons.filter((_person, index) => statuses[index] === status);
  }

  await Promise.all(Array.from({ length: PEOPLE }, signIn));
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const write = writes[(count / WRITE_EVERY) % writes.length];
    const person = somebody();
    const request = Promise.resolve(write ? write() : person && send(person))
      .catch((error: unknown) => wrong.push(String(error)))
      .finally(() => underWay.delete(request));
    underWay.add(request);
  }, EVERY_MS);

  return {
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
