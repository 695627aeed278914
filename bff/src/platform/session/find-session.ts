import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ANY_ROLE } from '#contract/kit/call.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Session } from '#contract/session.ts';
import type { Audit } from './audit.ts';
import { cookieValues, ownCookie } from './cookies.ts';
import {
  type Eventually,
  type KeptSession,
  type SessionStore,
  storeIsAway,
  StoreUnavailable,
  type StoredSession,
  unknownSession,
} from './store/session-store.ts';

export interface FoundSession extends KeptSession {
  readonly key: string;
}

/** The key of the session at the store, of 96 bits, and a secret of 256 bits. Only the secret is a credential; a new one ends the old one. */
const IDENTIFIER = /^([\w-]{16})\.([\w-]{43})$/;
/** The store never sees a secret. */
export const hashOf = (secret: string) => hash('sha256', secret, 'base64url');

export const isSame = (one: StoredSession, other: StoredSession) =>
  one.subject === other.subject && one.role === other.role;

/** Notes the session of a request. Returns the part that a handler gets. */
export function keep(request: FastifyRequest, found: FoundSession): Session {
  request.found = found;
  const { subject, role, person, private: hidden } = found.session;
  return { subject, role, person, private: hidden } as unknown as Session;
}

interface Options {
  readonly store: SessionStore;
  readonly audit: Audit;
  readonly misfit: (session: StoredSession) => string | undefined;
}

/** Finds the sessions of requests. A session has one credential: an opaque identifier in a cookie. */
export function createFindSession({ store, audit, misfit }: Options) {
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

  /** Ends a stream of events whose session has ended, or has another role. A store that is away ends nothing. */
  async function endStreamIfOver({ found, server }: FastifyRequest): Promise<void> {
    if (!found) return;
    const isOver = await Promise.resolve(store.read(found.key)).then(
      (kept) => !kept || !isSame(kept.session, found.session),
      () => false,
    );
    if (isOver) server.eventStreams.end((request) => request.found === found);
  }

  return { find, endStreamIfOver };
}
