import { hash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '#contract/kit/limits.ts';
import { platformError } from '#contract/kit/app-error.ts';
import type { Roles } from '#contract/kit/call.ts';
import { anonymous, type SessionSchema } from '#contract/kit/session/define-session.ts';
import { sessionHint } from '#contract/kit/session/session-state.ts';
import type { Session } from '#contract/session.ts';
import { strict } from '#platform/calls/validation.ts';
import type { Audit } from './audit.ts';
import { storeIsAway, unknownSession } from './authenticate.ts';
import { SESSION_PERMISSION } from './authorize.ts';
import { clearSessionCookies, cookieValues, ownCookie, sendSessionCookies } from './cookies.ts';
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
export type NewSession = Pick<StoredSession, 'subject' | 'role' | 'person' | 'private' | 'tokens' | 'sid'>;

interface Options {
  readonly schema: SessionSchema;
  readonly permissionsOf: Roles;
  readonly store: SessionStore;
  readonly audit: Audit;
  /** Counts a session that begins. Rejects with `too-many-requests`. */
  readonly limitSignIns: (request: FastifyRequest) => Promise<void>;
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
const VERSION = /^[\w-]{11}$/;

export type Sessions = ReturnType<typeof createSessions>;

/** Finds, begins, changes and ends sessions. A session has one credential: an opaque identifier in a cookie. */
export function createSessions({ schema, permissionsOf, store, audit, limitSignIns }: Options) {
  const hasPerson = strict.compile(schema.person);
  const hasPrivate = strict.compile(schema.private);
  const fits = ({ role, person, private: hidden }: NewSession) =>
    role !== 'anonymous' && Object.hasOwn(permissionsOf, role) && hasPerson(person) && hasPrivate(hidden);
  const isTooLarge = ({ person }: Pick<NewSession, 'person'>) =>
    encodeURIComponent(JSON.stringify(person)).length > MAX_PERSON_LENGTH;

  /** What a handler gets of a session. */
  const asSession = ({ subject, role, person, private: hidden }: StoredSession) =>
    ({ subject, role, person, private: hidden }) as unknown as Session;

  const keep = (request: FastifyRequest, found: FoundSession): Session => {
    request.found = found;
    return asSession(found.session);
  };

  function accept(request: FastifyRequest, key: string, kept: KeptSession | undefined): Session | null {
    if (!kept) {
      const [version] = cookieValues(request.headers.cookie, sessionHint());
      if (version && VERSION.test(version))
        audit(request.log, 'end', { version, reason: 'not used in time, or ended elsewhere' });
      return null;
    }
    const { subject } = kept.session;
    if (!fits(kept.session)) {
      audit(request.log, 'refusal', { subject, reason: 'the session does not fit the contract any more' });
      return null;
    }
    const unusedMs = Date.now() + limits.SESSION_IDLE_MS - kept.idleEndsAt;
    if (unusedMs < limits.SESSION_TOUCH_MS || request.routeOptions.config.postponesEnd === false)
      return keep(request, { key, ...kept });
    // No request waits for it, and the next call tries again.
    void Promise.resolve(store.touch(key)).catch(() => {});
    return keep(request, { key, ...kept, idleEndsAt: Date.now() + limits.SESSION_IDLE_MS });
  }

  function unavailable(request: FastifyRequest, error: unknown): Session {
    if (!(error instanceof StoreUnavailable)) throw error;
    request.found = undefined;
    if (request.routeOptions.config.permission === SESSION_PERMISSION) throw storeIsAway(error);
    return unknownSession;
  }

  /** The session of a request; `null` for an anonymous one, `unknownSession` if it has a cookie and the store is away. */
  function find(request: FastifyRequest): Eventually<Session | null> {
    const [identifier = '', ...others] = cookieValues(request.headers.cookie, ownCookie(request, 'session'));
    if (others.length > 0) {
      // A page of another path or domain has set one of them: which one is not known.
      audit(request.log, 'refusal', { reason: 'more than one session cookie' });
      return null;
    }
    const [, key = '', secret = ''] = IDENTIFIER.exec(identifier) ?? [];
    if (key === '') return null;
    const acceptIfOpened = (kept: KeptSession | undefined) =>
      accept(request, key, kept?.session.secretHash === hashOf(secret) ? kept : undefined);
    const kept = store.read(key);
    if (!(kept instanceof Promise)) return acceptIfOpened(kept);
    return kept.then(acceptIfOpened, (error: unknown) => unavailable(request, error));
  }

  /** Signs a person in, with a new identifier. What was signed in before ends. Throws a `TypeError` for what does not fit the contract. */
  async function begin(request: FastifyRequest, reply: FastifyReply, who: NewSession): Promise<void> {
    if (!fits(who) || isTooLarge(who))
      throw new TypeError(`a session does not fit the contract: ${misfit(who)}`);
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
    sendSessionCookies(reply, `${key}.${secret}`, session.version);
    request.session = keep(request, { key, session, idleEndsAt: now + limits.SESSION_IDLE_MS });
    audit(request.log, 'sign-in', { subject: who.subject, version: session.version });
  }

  /** Changes who it is or what is known of them; a new subject or role gets a new identifier. Throws `not-signed-in` if the session has ended. */
  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    part: Partial<Pick<NewSession, 'subject' | 'role' | 'person' | 'private'>>,
  ): Promise<void> {
    const { found } = request;
    if (!found) throw platformError('not-signed-in');
    const { subject = found.session.subject, role = found.session.role } = part;
    const isSame = subject === found.session.subject && role === found.session.role;
    const secret = isSame ? undefined : newSecret();
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
    if (!fits(changed) || isTooLarge(changed))
      throw new TypeError(`a session does not fit the contract: ${misfit(changed)}`);
    const session = await store.change(found.key, update);
    if (!session) throw platformError('not-signed-in');
    sendSessionCookies(reply, secret && `${found.key}.${secret}`, session.version);
    request.session = keep(request, { ...found, session });
    audit(request.log, 'change', { subject: session.subject, version: session.version });
  }

  const finish = async ({ server }: FastifyRequest, key: string): Promise<StoredSession | undefined> => {
    const ended = await store.end(key);
    server.eventStreams.end(({ found }) => found?.key === key);
    return ended;
  };

  /** Ends the session of a request, and the streams of events of this process that it has. Returns what was stored. */
  async function end(request: FastifyRequest, reason?: string): Promise<StoredSession | undefined> {
    const { found } = request;
    if (!found) return undefined;
    // Its tokens may be newer than those of the request.
    const ended = (await finish(request, found.key)) ?? found.session;
    request.found = null;
    request.session = anonymous;
    const { subject, version } = ended;
    audit(request.log, reason ? 'end' : 'sign-out', { subject, version, reason });
    return ended;
  }

  /** Ends a stream of events whose session has ended, or has another role. A store that is away ends nothing. */
  async function endStreamIfOver({ found, server }: FastifyRequest): Promise<void> {
    if (!found) return;
    const isSame = ({ subject, role }: StoredSession) =>
      subject === found.session.subject && role === found.session.role;
    const isOver = await Promise.resolve(store.read(found.key)).then(
      (kept) => !kept || !isSame(kept.session),
      () => false,
    );
    if (isOver) server.eventStreams.end((request) => request.found === found);
  }

  /** Signs out. Returns what was stored. */
  async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<StoredSession | undefined> {
    const ended = await end(request);
    // Not before: who could not be signed out can try again.
    clearSessionCookies(reply);
    return ended;
  }

  function misfit(session: NewSession): string {
    const { role, person, private: hidden } = session;
    if (isTooLarge(session)) return `person takes more than ${MAX_PERSON_LENGTH} characters`;
    if (role === 'anonymous' || !Object.hasOwn(permissionsOf, role))
      return `${role} is no role to sign in with`;
    const [place, check] = hasPerson(person)
      ? (['private', hasPrivate] as const)
      : (['person', hasPerson] as const);
    if (check === hasPrivate) hasPrivate(hidden);
    return strict.errorsText(check.errors, { dataVar: place });
  }

  return { find, begin, change, end, signOut, endStreamIfOver };
}
