/** A session as it is kept: plain JSON. Times are milliseconds of the epoch. */
export interface StoredSession {
  readonly version: string;
  readonly subject: string;
  readonly role: string;
  readonly person: object;
  readonly private: object;
  /** When what backend services get of it was issued: the access token, or `private`. */
  readonly issuedAt: number;
  /** Ends at the latest. */
  readonly endsAt: number;
  /** The person's access token, and what renews it. */
  readonly tokens?: Tokens;
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

/** The store in the process answers at once. */
export type Eventually<T> = T | Promise<T>;

/** Where sessions are kept. Every method that asks a server may reject with `StoreUnavailable`. */
export interface SessionStore {
  readonly state: () => 'up' | 'degraded' | 'unknown';
  /** Keys are SHA-256 hashes of identifiers, base64url. */
  readonly create: (key: string, session: StoredSession) => Eventually<void>;
  readonly read: (key: string) => Eventually<KeptSession | undefined>;
  /** Changes a session that still exists, also if others change it meanwhile; undefined if it has ended. `to` is its new key. */
  readonly change: (
    key: string,
    update: (session: StoredSession) => StoredSession,
    to?: string,
  ) => Eventually<StoredSession | undefined>;
  /** Postpones the idle end; a session that has ended stays ended. */
  readonly touch: (key: string) => Eventually<void>;
  readonly end: (key: string) => Eventually<StoredSession | undefined>;
  /** Ends all sessions of a subject, or of a provider's `sid`; how many. */
  readonly endAll: (of: { readonly subject: string } | { readonly sid: string }) => Eventually<number>;
  /** Takes a lock that ends by itself after `ms`; undefined if another has it. Resolves with its release. */
  readonly lock: (name: string, ms: number) => Eventually<(() => Eventually<void>) | undefined>;
  /** Whether a text is seen for the first time within `ms`. */
  readonly isFirst: (text: string, ms: number) => Eventually<boolean>;
  readonly size: () => Eventually<number>;
  /** For the counts of `@fastify/rate-limit`; undefined in the process. */
  readonly redis: object | undefined;
  readonly close: () => Eventually<void>;
}

/** The store is away, did not answer within 500 ms, or is full. */
export class StoreUnavailable extends Error {
  readonly statusCode = 503;
}
