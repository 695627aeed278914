import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import { ANY_ROLE, type Roles } from '#contract/kit/call.ts';
import { anonymous, type SessionSchema } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import { strict } from '#platform/calls/validation.ts';
import type { Limit } from './attempts.ts';
import type { Audit } from './audit.ts';
import { storeIsAway, unknownSession } from './authenticate.ts';
import { cookieValues, ownCookie, sendSessionCookies } from './cookies.ts';
import {
  type Eventually,
  type KeptSession,
  type SessionStore,
  StoreUnavailable,
  type StoredSession,
} from './store/session-store.ts';

/** The session of a request, as it is kept. */
export interface FoundSession extends KeptSession {
  readonly key: string;
}

/** What begins a session. */
export type NewSession = Pick<
  StoredSession,
  'subject' | 'role' | 'person' | 'private' | 'tokens' | 'check' | 'sid'
>;

export interface SessionsOptions {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly store: SessionStore;
  readonly audit: Audit;
  /** Counts a session that begins. Rejects with `too-many-requests`. */
  readonly limitSignIns: Limit;
}

/** Of `person`, percent-encoded: it is part of a header field, for which proxies have little room. */
const MAX_PERSON_LENGTH = 2_000;

/** The key of the session at the store, of 96 bits, and a secret of 256 bits. Only the secret is a credential; a new one ends the old one. */
const IDENTIFIER = /^([\w-]{16})\.([\w-]{43})$/;
const newKey = () => randomBytes(12).toString('base64url');
const newSecret = () => randomBytes(32).toString('base64url');
/** The store never sees a secret. */
const hashOf = (secret: string) => hash('sha256', secret, 'base64url');
const newVersion = () => randomBytes(8).toString('base64url');

const isSame = (one: StoredSession, other: StoredSession) =>
  one.subject === other.subject && one.role === other.role;

export type Sessions = ReturnType<typeof createSessions>;

/** Finds, begins, changes and ends sessions. A session has one credential: an opaque identifier in a cookie. */
export function createSessions({ schema, permissionsOf, store, audit, limitSignIns }: SessionsOptions) {
  const hasPerson = strict.compile(schema.person);
  const hasPrivate = strict.compile(schema.private);
  /** Why a session does not fit the contract; undefined if it does. */
  function misfit({ role, person, private: hidden }: NewSession): string | undefined {
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is no role to sign in with`;
    if (!hasPerson(person)) return strict.errorsText(hasPerson.errors, { dataVar: 'person' });
    return hasPrivate(hidden) ? undefined : strict.errorsText(hasPrivate.errors, { dataVar: 'private' });
  }

  function expectFit(session: NewSession): void {
    const isTooLarge = encodeURIComponent(JSON.stringify(session.person)).length > MAX_PERSON_LENGTH;
    const tooLarge = isTooLarge ? `person takes more than ${MAX_PERSON_LENGTH} characters` : undefined;
    const reason = misfit(session) ?? tooLarge;
    if (reason !== undefined) throw new TypeError(`a session does not fit the contract: ${reason}`);
  }

  /** Notes the session of a request. Returns what a handler gets of it. */
  const keep = (request: FastifyRequest, found: FoundSession): Session => {
    request.found = found;
    const { subject, role, person, private: hidden } = found.session;
    return { subject, role, person, private: hidden } as unknown as Session;
  };

  function accept(
    request: FastifyRequest,
    key: string,
    secret: string,
    kept: KeptSession | undefined,
  ): Session | null {
    // Not audited: an expired session looks like a made-up one, with which anyone could flood the log.
    if (!kept || kept.session.secretHash !== hashOf(secret)) return null;
    if (misfit(kept.session) !== undefined) {
      audit(request.log, 'refusal', kept.session, 'the session does not fit the contract any more');
      return null;
    }
    const unusedMs = Date.now() + limits.SESSION_IDLE_MS - kept.idleEndsAt;
    if (unusedMs < limits.SESSION_TOUCH_MS || request.routeOptions.config.postponesEnd === false)
      return keep(request, { key, ...kept });
    // No request waits for it, and the next call tries again.
    void Promise.resolve(store.touch(key)).catch(() => {});
    return keep(request, { key, ...kept, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
  }

  /** The session of a request, after `recheck`; `null` for an anonymous one, `unknownSession` if it has a cookie and the store is away. */
  function find(
    request: FastifyRequest,
    recheck: (session: Session | null) => Eventually<Session | null>,
  ): Eventually<Session | null> {
    const [identifier = '', ...others] = cookieValues(request.headers.cookie, ownCookie(request, 'session'));
    if (others.length > 0) {
      // A page of another path or domain has set one of them: which one is not known.
      audit(request.log, 'refusal', {}, 'more than one session cookie');
      return null;
    }
    const [, key = '', secret = ''] = IDENTIFIER.exec(identifier) ?? [];
    if (key === '') return null;
    const reply = store.read(key);
    if (!(reply instanceof Promise)) return recheck(accept(request, key, secret, reply));
    return reply
      .then((kept) => recheck(accept(request, key, secret, kept)))
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
        request.found = undefined;
        if (request.routeOptions.config.permission === ANY_ROLE) throw storeIsAway(error);
        return unknownSession;
      });
  }

  /** Signs a person in, with a new identifier. What was signed in before ends. Throws a `TypeError` for what does not fit the contract. */
  async function begin(request: FastifyRequest, reply: FastifyReply, who: NewSession): Promise<void> {
    expectFit(who);
    await limitSignIns(request);
    const before = request.found;
    const now = Date.now();
    const [key, secret] = [newKey(), newSecret()];
    const session: StoredSession = {
      ...who,
      version: newVersion(),
      secretHash: hashOf(secret),
      issuedAt: now,
      endsAt: now + limits.SESSION_MS,
    };
    await store.create(key, session);
    if (before) await finish(request, before.key);
    await endOldest(request, who.subject);
    sendSessionCookies(reply, `${key}.${secret}`, session.version);
    request.session = keep(request, { key, session, idleEndsAt: now + limits.SESSION_IDLE_MS });
    audit(request.log, 'sign-in', session);
  }

  /** Changes who it is or what is known of them; a new subject or role gets a new identifier, unless it comes from the provider. Throws `not-signed-in` if the session has ended. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    part: Partial<Pick<NewSession, 'subject' | 'role' | 'person' | 'private' | 'check'>>,
  ): Promise<void> {
    const { found } = request;
    if (!found) throw platformError('not-signed-in');
    // Any call may bring the provider's change: with a new identifier, a browser that left before its response would be signed out.
    const keepsSecret = part.check !== undefined || isSame(found.session, { ...found.session, ...part });
    const secret = keepsSecret ? undefined : newSecret();
    const issued = part.private && { issuedAt: Date.now(), isRefused: false };
    const update = (session: StoredSession): StoredSession => {
      if (session.secretHash !== found.session.secretHash) {
        // Another request has a new secret meanwhile: who has this one is not known any more.
        request.found = undefined;
        throw platformError('not-signed-in');
      }
      const secretHash = secret === undefined ? session.secretHash : hashOf(secret);
      return { ...session, ...part, ...issued, version: newVersion(), secretHash };
    };
    const changed = update(found.session);
    expectFit(changed);
    const session = await store.change(found.key, update);
    if (!session) throw platformError('not-signed-in');
    if (part.subject !== undefined) await endOldest(request, part.subject);
    sendSessionCookies(reply, secret && `${found.key}.${secret}`, session.version);
    request.session = keep(request, { ...found, session });
    audit(request.log, 'change', session);
  }

  const endStreams = ({ server }: FastifyRequest, key: string) =>
    server.eventStreams.end(({ found }) => found?.key === key);

  const finish = async (request: FastifyRequest, key: string): Promise<StoredSession | undefined> => {
    const ended = await store.end(key);
    endStreams(request, key);
    return ended;
  };

  /** Ends the least recently used sessions of a subject that has too many: one account must not fill the store. */
  async function endOldest(request: FastifyRequest, subject: string): Promise<void> {
    for (const [key, session] of await store.endBeyond(subject, limits.SESSIONS_PER_SUBJECT)) {
      endStreams(request, key);
      audit(request.log, 'end', session, 'the subject has too many sessions');
    }
  }

  /** Ends the session of a request, and the streams of events of this process that it has. Returns what was stored. */
  async function end(request: FastifyRequest, reason?: string): Promise<StoredSession | undefined> {
    const { found } = request;
    if (!found) return undefined;
    // Its tokens may be newer than those of the request.
    const ended = (await finish(request, found.key)) ?? found.session;
    request.found = null;
    request.session = anonymous;
    audit(request.log, reason ? 'end' : 'sign-out', ended, reason);
    return ended;
  }

  /** Ends a stream of events whose session has ended, or has another role. A store that is away ends nothing. */
  async function endStreamIfOver({ found, server }: FastifyRequest): Promise<void> {
    if (!found) return;
    const isOver = await Promise.resolve(store.read(found.key)).then(
      (kept) => !kept || !isSame(kept.session, found.session),
      () => false,
    );
    if (isOver) server.eventStreams.end((request) => request.found === found);
  }

  /** Signs out. Returns what was stored. */
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<StoredSession | undefined> {
    const ended = await end(request);
    // Not before: who could not be signed out can try again.
    sendSessionCookies(reply, '', '');
    return ended;
  }

  return { find, keep, begin, change, end, signOut, endStreamIfOver };
}
