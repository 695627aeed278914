import type { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Calls, CodesOf, HandlerInput, Successes } from '#contract/kit/call.ts';
import type { Catalogue, Extensions, Nothing, RequiredKeys } from '#contract/kit/error-catalogue.ts';
import type { PlatformCode } from '#contract/kit/platform-errors.ts';
import type { Session } from '#platform/session/authenticate.ts';

/** The calls of an application, and its catalogue of errors. */
interface Contract {
  readonly calls: Calls;
  readonly errors: Catalogue;
}

type KeyOf<C extends Contract> = keyof C['calls'] & string;
type CallOf<C extends Contract, K extends KeyOf<C>> = C['calls'][K] extends infer One extends Call
  ? One
  : never;

/** An error code that `fail` takes, or a message that names the call. */
type Checked<E extends Catalogue, Key extends string, Allowed, Code extends string> = Code extends Allowed &
  keyof E
  ? Nothing extends Extensions<E, Code>
    ? Code
    : `${Key}: ${Code} needs the field ${RequiredKeys<Extensions<E, Code>>}`
  : `${Key} does not declare the error ${Code}`;

type Declared<Key extends string, Allowed, Code extends string> = Code extends Allowed
  ? Code
  : `${Key} does not declare the error ${Code}`;

/** Throws an error of the catalogue: one that the call declares, or one of the platform's. */
interface Fail<E extends Catalogue, Key extends string, Allowed extends string> {
  <Code extends Allowed | (string & {})>(code: Checked<E, Key, Allowed, Code>): never;
  <Code extends Allowed | (string & {})>(
    code: Declared<Key, Allowed, Code>,
    extensions: Code extends keyof E ? Extensions<E, Code> : object,
  ): never;
}

/** What a handler gets: its input, validated and with defaults filled in, and what it works with. */
export type HandlerContext<C extends Contract, K extends KeyOf<C>> = HandlerInput<CallOf<C, K>, Readable> & {
  /** `null` for a request without a session. */
  readonly session: Session | null;
  /** Aborts when the deadline passes or the browser leaves. */
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
  readonly upstreams: FastifyRequest['upstreams'];
  readonly fail: Fail<C['errors'], K, CodesOf<CallOf<C, K>> | PlatformCode>;
  readonly request: FastifyRequest;
  /** For header fields of the response; its body is what the handler returns. */
  readonly reply: FastifyReply;
};

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** The body of the success; of several successes, `{ status, body }`. */
type Result<C extends Call> =
  true extends IsUnion<keyof C['ok'] & number> ? Successes<C, Readable> : Successes<C, Readable>['body'];

/** A function, the response of a mock, or nothing yet (501). `Handler<Contract, 'GET /things'>` is the type of one call's handler. */
export type Handler<C extends Contract, K extends KeyOf<C>> =
  | ((context: HandlerContext<C, K>) => Result<CallOf<C, K>> | Promise<Result<CallOf<C, K>>>)
  | { readonly mock: Result<CallOf<C, K>> }
  | 'not-implemented';

export type Handlers<C extends Contract> = { readonly [K in KeyOf<C>]: Handler<C, K> };

/** A handler of any call, as routes are made of it. */
export type AnyHandler = ((context: never) => unknown) | { readonly mock: unknown } | 'not-implemented';
