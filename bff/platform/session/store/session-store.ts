import { AppError } from '#platform/contract/app-error.ts';
import { platformErrors } from '#platform/contract/platform-errors.ts';
import type { SharedCounts } from '#platform/http/overload/create-limit.ts';
import type { Session } from '#platform/contract/product/session.ts';

/** A stored session: plain JSON, times in milliseconds since the epoch. */
export interface SessionRecord {
  /** Name of the record in the store. Not a credential. */
  readonly key: string;
  /** Changes when the user, their role or their data change. */
  readonly version: string;
  /** SHA-256 of the secret in the cookie, base64url. */
  readonly secretHash: string;
  readonly subject: string;
  readonly role: string;
  readonly user: object;
  readonly private: object;
  /** Time at which the credential for upstreams (the access token, or the data in `private`) was issued. */
  readonly issuedAt: number;
  /** True if an upstream rejected the credential right after it was issued. */
  readonly isRefused?: boolean;
  readonly endsAt: number;
  /** Time at which the session expires unless it is used before. */
  readonly idleEndsAt: number;
  readonly tokens?: Tokens;
  /**
   * Role check at the provider: the time of the next check, the user's subject at the provider, and a hash of the role and data from the last check.
   */
  readonly check?: { readonly at: number; readonly sub: string; readonly granted: string };
  /** Session ID at the provider (OpenID Connect Back-Channel Logout, section 2.4). */
  readonly sid?: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh?: string;
  readonly id?: string;
  /** Expiry of the access token, if the provider sent `expires_in`. */
  readonly endsAt?: number;
}

export type SessionOwner = { readonly subject: string } | { readonly sid: string };

/** Stores session records. All methods reject with `StoreUnavailable` if the store is unavailable. */
export interface SessionStore {
  readonly state: () => 'up' | 'degraded' | 'unknown';
  readonly create: (record: SessionRecord) => Promise<void>;
  readonly read: (key: string) => Promise<SessionRecord | undefined>;
  /** Updates a record atomically. If another request has changed it, calls `update` again. Returns undefined if the session has ended. */
  readonly change: (
    key: string,
    update: (record: SessionRecord) => SessionRecord,
  ) => Promise<SessionRecord | undefined>;
  readonly end: (key: string) => Promise<SessionRecord | undefined>;
  readonly list: (owner: SessionOwner) => Promise<SessionRecord[]>;
  /** Returns a subject's sessions, except the `count` most recently used. */
  readonly listUnused: (subject: string, count: number) => Promise<SessionRecord[]>;
  /** Takes a lock that expires after `ms`. Returns a function that releases the lock, or undefined if another request holds the lock. */
  readonly lock: (name: string, ms: number) => Promise<(() => Promise<void>) | undefined>;
  /** Undefined for the in-memory store. */
  readonly redis: SharedCounts | undefined;
  readonly close: () => void;
}

export const endOf = ({ endsAt, idleEndsAt }: SessionRecord) => Math.min(endsAt, idleEndsAt);

export const belongsTo = (record: SessionRecord, owner: SessionOwner): boolean =>
  'sid' in owner ? record.sid === owner.sid : record.subject === owner.subject;

/** Thrown if the store is unreachable, times out, or is full. */
export class StoreUnavailable extends AppError {
  constructor(reason = 'the session is unknown') {
    super('unavailable', platformErrors.unavailable, { retryAfterSeconds: 1 });
    this.message = reason;
  }
}

const fail = (): never => {
  throw new StoreUnavailable();
};
/** Session of a request while the store is unavailable. Throws when a member is read, so that calls which do not use the session still work. */
export const unknownSession = new Proxy({} as Session, { get: fail, ownKeys: fail });
