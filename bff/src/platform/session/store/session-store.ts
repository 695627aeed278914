import { platformError } from '#contract/kit/app-error.ts';
import type { Session } from '#contract/session.ts';

/** A session as it is kept: plain JSON. Times are milliseconds of the epoch. */
export interface StoredSession {
  readonly version: string;
  /** SHA-256 of the secret in the browser's cookie, base64url. No other secret opens the session. */
  readonly secretHash: string;
  readonly subject: string;
  readonly role: string;
  readonly person: object;
  readonly private: object;
  /** When what backend services get of it was issued: the access token, or `private`. */
  readonly issuedAt: number;
  /** A backend service has refused it when it was new. */
  readonly isRefused?: boolean;
  readonly endsAt: number;
  /** The person's access token, and what renews it. */
  readonly tokens?: Tokens;
  /** For checking the role at the provider: when, of which subject there, and a hash of what the claims gave last. */
  readonly check?: { readonly at: number; readonly sub: string; readonly granted: string };
  /** The provider's id of the session (OpenID Connect Back-Channel Logout, section 2.4). */
  readonly sid?: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  readonly id?: string;
  /** Of the access token; unknown if the provider does not say. */
  readonly endsAt?: number;
}

export interface KeptSession {
  readonly session: StoredSession;
  /** Ends then, if it is not used before. */
  readonly idleEndsAt: number;
}

/** Whose sessions end: those of a subject, or of a provider's `sid`. */
export type EndOf = { readonly subject: string } | { readonly sid: string };

/** The store in the process answers at once. */
export type Eventually<T> = T | Promise<T>;

/**
 * Where sessions are kept, each by its key: a name without meaning that is used once, and opens nothing. Every method that asks a server may
 * reject with `StoreUnavailable`.
 */
export interface SessionStore {
  readonly state: () => 'up' | 'degraded' | 'unknown';
  readonly create: (key: string, session: StoredSession) => Eventually<void>;
  readonly read: (key: string) => Eventually<KeptSession | undefined>;
  /** Changes a session that still exists, also if others change it meanwhile; undefined if it has ended. What `update` throws changes nothing. */
  readonly change: (
    key: string,
    update: (session: StoredSession) => StoredSession,
  ) => Eventually<StoredSession | undefined>;
  /** Postpones the idle end; a session that has ended stays ended. */
  readonly touch: (key: string) => Eventually<void>;
  /** Ends a session. Resolves with what was kept. */
  readonly end: (key: string) => Eventually<StoredSession | undefined>;
  /** Ends all sessions that have begun; how many. */
  readonly endAll: (of: EndOf) => Eventually<number>;
  /** Ends the least recently used sessions of a subject that has more than `max`. Resolves with those it has ended. */
  readonly endBeyond: (subject: string, max: number) => Eventually<(readonly [key: string, StoredSession])[]>;
  /** Takes a lock that ends by itself after `ms`; undefined if another has it. Resolves with its release. */
  readonly lock: (name: string, ms: number) => Eventually<(() => Eventually<void>) | undefined>;
  /** For the counts of `@fastify/rate-limit`; undefined in the process. */
  readonly redis: object | undefined;
  readonly close: () => Eventually<void>;
}

export const isOf = (session: StoredSession, of: EndOf): boolean =>
  'sid' in of ? session.sid === of.sid : session.subject === of.subject;

/** The store is unavailable, did not answer within 500 ms, or is full. */
export class StoreUnavailable extends Error {
  readonly statusCode = 503;
}

/** Thrown when the session store is unavailable. */
export const storeIsAway = (cause?: unknown) => platformError('unavailable', { cause, retryAfterSeconds: 1 });

const fail = {
  enumerable: true,
  get: (): never => {
    throw storeIsAway();
  },
};
/** Session of a request while the store is unavailable. Throws on access, so calls that do not read it still work. */
export const unknownSession = Object.create(null, {
  subject: fail,
  role: fail,
  person: fail,
  private: fail,
}) as Session;
