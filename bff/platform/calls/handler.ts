import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract as ProductContract } from '#platform/contract/contract.ts';
import type { Fail } from '#platform/contract/app-error.ts';
import type { Call, Calls, CodesOf, HandlerInput, Roles, Successes } from '#platform/contract/call.ts';
import type { Catalogue } from '#platform/contract/error-catalogue.ts';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';
import type { Anonymous, SessionOf, SessionSchema } from '#platform/contract/session/define-session.ts';
import type { session, Session } from '#platform/contract/product/session.ts';

export interface Contract {
  readonly calls: Calls;
  readonly errors: Catalogue;
  readonly permissionsOf: Roles;
}

type KeyOf<C extends Contract> = keyof C['calls'] & string;
type CallOf<C extends Contract, K extends KeyOf<C>> = C['calls'][K] extends infer One extends Call
  ? One
  : never;

type Kept<S> = Omit<SessionOf<S>, 'subject' | 'role'>;

interface Actions<S, Role extends string> {
  /** Signs a user in. `token` is the access token for upstreams with `auth: 'user'`. */
  readonly begin: (
    who: Kept<S> & { readonly subject: string; readonly role: Role; readonly token?: string },
  ) => Promise<void>;
  /** Changes the role, the session's data, or the subject if the user's id has changed. */
  readonly change: (
    changes: Partial<Kept<S>> & { readonly subject?: string; readonly role?: Role },
  ) => Promise<void>;
  readonly end: () => Promise<void>;
  /**
   * Counts an attempt to sign in to an account. Throws `too-many-requests`, with Retry-After, after `SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP`,
   * `SIGN_IN_ATTEMPTS_PER_ACCOUNT` or `SIGN_IN_ATTEMPTS_PER_IP` attempts in 15 minutes. `IP` means an IPv4 address or an IPv6 /64. Accounts that
   * differ only in case, accents, white space around them, compatibility forms (NFKD) or invisible characters count as one.
   */
  readonly limitAttempts: (account: string) => Promise<void>;
}

/**
 * Type of `session` in a handler. May be anonymous if the role `anonymous` has the call's permission. Has methods if the contract declares a
 * session.
 */
type HandlerSession<
  C extends Call,
  R extends Roles,
  Role extends string = Exclude<keyof R, 'anonymous'> & string,
  S = typeof session,
> = (
  | (Omit<Session, 'role'> & { readonly role: Role })
  | (C['permission'] extends R['anonymous'][number] ? Anonymous : never)
) &
  (S extends SessionSchema ? Actions<S, Role> : unknown);

/** Error codes that every call in `K` declares. */
type SharedCodes<C extends Contract, K extends KeyOf<C>> = {
  readonly [One in K]: (code: CodesOf<CallOf<C, One>>) => void;
}[K] extends (code: infer Code extends string) => void
  ? Code
  : never;

/**
 * Argument of a handler: the validated input, with defaults filled in, and members such as `session`. A function that several handlers share
 * takes a union: `HandlerContext<'PUT /notes/:noteId' | 'DELETE /notes/:noteId'>`.
 */
export type HandlerContext<K extends KeyOf<C>, C extends Contract = ProductContract> = HandlerInput<
  CallOf<C, K>,
  Readable
> & {
  /** The user's session; `subject` is null for an anonymous request. Its methods begin, change and end sessions. */
  readonly session: HandlerSession<CallOf<C, K>, C['permissionsOf']>;
  /** True if the user's role has the permission. */
  readonly can: (permission: C['permissionsOf'][keyof C['permissionsOf']][number]) => boolean;
  /** Aborts when the deadline passes or the client disconnects. */
  readonly signal: AbortSignal;
  /** `Last-Event-ID` of a client that reconnects to an event stream. Not validated. */
  readonly lastEventId: string | undefined;
  readonly log: FastifyBaseLogger;
  readonly upstreams: FastifyRequest['upstreams'];
  /** The product's own settings, from `src/settings.ts`. */
  readonly settings: FastifyInstance['settings'];
  readonly services: FastifyInstance['services'];
  readonly fail: Fail<C['errors'], K, SharedCodes<C, K> | PlatformCode>;
  readonly request: FastifyRequest;
  /** For response headers only. The handler returns the body. */
  readonly reply: FastifyReply;
};

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Return value of a handler: the body, or `{ status, body }` if the call declares several success statuses. */
type Result<C extends Call> =
  true extends IsUnion<keyof C['responses'] & number>
    ? Successes<C, Readable>
    : Successes<C, Readable>['body'];

type Handler<C extends Contract, K extends KeyOf<C>> =
  | ((context: HandlerContext<K, C>) => Result<CallOf<C, K>> | Promise<Result<CallOf<C, K>>>)
  | { readonly mock: Result<CallOf<C, K>> }
  | 'not-implemented';

/** Handlers of a feature's calls: `export const noteHandlers: HandlersOf<typeof notes> = { 'GET /notes': … }`. */
export type HandlersOf<Some extends Calls, C extends Contract = ProductContract> = {
  readonly [K in keyof Some & string]: K extends KeyOf<C>
    ? Handler<C, K>
    : `${K} is missing in bff/src/contract/calls/all.ts`;
};

export type AnyHandler = ((context: never) => unknown) | { readonly mock: unknown } | 'not-implemented';
