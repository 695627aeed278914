import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Contract as ProductContract } from '#contract/contract.ts';
import type { Fail } from '#contract/kit/app-error.ts';
import type { Call, Calls, CodesOf, HandlerInput, Roles, Successes } from '#contract/kit/call.ts';
import type { Catalogue } from '#contract/kit/error-catalogue.ts';
import type { PlatformCode } from '#contract/kit/platform-errors.ts';
import type { Anonymous } from '#contract/kit/session/define-session.ts';
import type { session, Session } from '#contract/session.ts';
import type { HandlerSession } from './handler-session.ts';

interface Contract {
  readonly calls: Calls;
  readonly errors: Catalogue;
  readonly permissionsOf: Roles;
}

type KeyOf<C extends Contract> = keyof C['calls'] & string;
type CallOf<C extends Contract, K extends KeyOf<C>> = C['calls'][K] extends infer One extends Call
  ? One
  : never;

/** Of a signed-in person, if requests without a session lack the permission. */
type SessionFor<C extends Call, R extends Roles> = HandlerSession<
  C['permission'] extends R['anonymous'][number] ? Session | Anonymous : Session,
  typeof session,
  Exclude<keyof R, 'anonymous'> & string
>;

/** What a handler gets: its input, validated and with defaults filled in, and what it works with. */
export type HandlerContext<C extends Contract, K extends KeyOf<C>> = HandlerInput<CallOf<C, K>, Readable> & {
  /** Who sends the request: `subject` is null for an anonymous request. It begins, changes and ends sessions, too. */
  readonly session: SessionFor<CallOf<C, K>, C['permissionsOf']>;
  /** Aborts when the deadline passes or the browser leaves. */
  readonly signal: AbortSignal;
  /** Of a stream of events that broke off: the id of the last one that the browser got. As it was sent: not validated. */
  readonly lastEventId: string | undefined;
  readonly log: FastifyBaseLogger;
  readonly upstreams: FastifyRequest['upstreams'];
  /** The product's own, from `src/settings.ts`. */
  readonly settings: FastifyInstance['settings'];
  readonly services: FastifyInstance['services'];
  readonly fail: Fail<C['errors'], K, CodesOf<CallOf<C, K>> | PlatformCode>;
  readonly request: FastifyRequest;
  /** For header fields of the response; its body is what the handler returns. */
  readonly reply: FastifyReply;
};

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** The body of the success; of several successes, `{ status, body }`. */
type Result<C extends Call> =
  true extends IsUnion<keyof C['ok'] & number> ? Successes<C, Readable> : Successes<C, Readable>['body'];

/** A function, the response of a mock, or nothing yet (501). */
type Handler<C extends Contract, K extends KeyOf<C>> =
  | ((context: HandlerContext<C, K>) => Result<CallOf<C, K>> | Promise<Result<CallOf<C, K>>>)
  | { readonly mock: Result<CallOf<C, K>> }
  | 'not-implemented';

/** The handlers of some calls: `export const noteHandlers: HandlersOf<typeof notes> = { 'GET /notes': … }`. */
export type HandlersOf<Some extends Calls, C extends Contract = ProductContract> = {
  readonly [K in keyof Some & string]: K extends KeyOf<C>
    ? Handler<C, K>
    : `${K} is missing in bff/src/contract/calls/all.ts`;
};

export type AnyHandler = ((context: never) => unknown) | { readonly mock: unknown } | 'not-implemented';
