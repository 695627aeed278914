import type { Readable } from 'node:stream';
import type Type from 'typebox';
import type { errors } from '#contract/errors.ts';
import type { Extensions, Nothing } from '#contract/kit/error-catalogue.ts';
import type { Anonymous } from '#contract/kit/session/define-session.ts';
import type { Session } from '#contract/session.ts';
import type { Settings as ProductSettings } from '#settings.ts';
import type { Settings } from './settings.ts';

export type Scalar = string | number | boolean;
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** The names in a template such as `/things/:thingId` or `/things/:thingId.json`. */
type ParamsIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? ParamsIn<Segment> | ParamsIn<Rest>
  : P extends `:${infer Name}.${string}`
    ? Name
    : P extends `:${infer Name}`
      ? Name
      : never;

/** `P` if it is a literal in the code; `never` for a string that is built at run time. */
type Literal<P extends string> = Record<never, never> extends Record<P, unknown> ? never : P;

export type UpstreamMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The expected body: JSON of a schema, bytes as they come, or none. */
type ResponseBody = Type.TSchema | 'stream' | undefined;

/** The catalogue's codes that need no extension members. */
type PlainCode = {
  [Code in keyof typeof errors]: Nothing extends Extensions<typeof errors, Code> ? Code : never;
}[keyof typeof errors];

/**
 * For a status from 400 to 499: the code of the error to throw, `undefined` as the value that the request resolves with, or a function
 * that gets the unchecked JSON of the response and returns the value or calls `fail`.
 */
type StatusMap = Readonly<Record<number, PlainCode | undefined | ((body: unknown) => unknown)>>;

export interface Stream {
  readonly contentType: string;
  /** Those named in `forwardHeaders`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** What one request sends. Nothing else is sent: no header field of the browser's is passed on. */
export interface RequestOptions {
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Query;
  /** Sent beside `accept`, `content-type`, `x-request-id`, `traceparent`, `tracestate` and those of the upstream. */
  readonly headers?: Headers | undefined;
  /** A value to send as JSON, or a Readable, which is streamed and therefore never sent twice. */
  readonly body?: unknown;
  /** Of a Readable; `application/octet-stream` by default. */
  readonly contentType?: string;
  /** Header fields of the response that a stream passes on; names in lower case. */
  readonly forwardHeaders?: readonly string[];
  /** Overrides, status by status, the errors of the upstream. */
  readonly errors?: StatusMap | undefined;
  readonly limits?: Partial<Pick<Settings, 'headersMs' | 'idleMs' | 'totalMs' | 'responseBytes'>>;
}

/** One request to an upstream. */
export interface UpstreamRequest extends RequestOptions {
  readonly method: UpstreamMethod;
  /** A template such as `/things/:thingId`; also the name of the call in log and metrics. */
  readonly path: string;
  readonly response: ResponseBody;
}

type BodyOf<R extends ResponseBody> = R extends 'stream'
  ? Stream
  : R extends Type.TSchema
    ? Type.Static<R>
    : undefined;

/** What a request resolves with for one mapped status: the function's value; never for a code, which is thrown; otherwise `undefined`. */
type ValueOfStatus<Entry> = Entry extends (body: never) => infer Value
  ? Value
  : Entry extends string
    ? never
    : undefined;

/** The same for all of them: with `{ 404: undefined, 409: 'conflict' }`, a request may resolve with `undefined`. */
type Mapped<M extends StatusMap> = { [Status in keyof M]: ValueOfStatus<M[Status]> }[keyof M];

/**
 * Sends one request: its path, what it sends, and the schema of the response, `'stream'`, or nothing for none. Rejects with a platform error
 * (`upstream-...`), an error that a status is mapped to, or the reason of the call's signal.
 */
type Send = <
  const P extends string,
  R extends ResponseBody = undefined,
  const M extends StatusMap = Record<never, never>,
>(
  path: P & Literal<P>,
  request: Omit<RequestOptions, 'params'> & { readonly errors?: M } & ([ParamsIn<P>] extends [never]
      ? { readonly params?: never }
      : { readonly params: Readonly<Record<ParamsIn<P>, Scalar>> }),
  response?: R,
) => Promise<BodyOf<R> | Mapped<M>>;

/** What a client is written with: `get('/things/:id', { params: { id } }, Thing)`. */
export type UpstreamMethods = Readonly<Record<'get' | 'post' | 'put' | 'patch' | 'delete', Send>>;

/** What all requests of an upstream have in common, and what it overrides of the default timeouts and limits. */
export interface UpstreamOptions extends Partial<Settings> {
  /**
   * `'person'`: every request carries the access token of the person who is signed in, never another one (RFC 6750, section 2.1). A function
   * makes other header fields of the token: `(token) => ({ 'x-api-key': token })`.
   */
  readonly as?: 'person' | ((token: string) => Readonly<Record<string, string>>);
  /** Header fields of every request; the `subject` of `session` is null for a person who is not signed in. */
  readonly headers?: (context: {
    readonly settings: ProductSettings;
    readonly session: Session | Anonymous;
  }) => Headers;
  readonly errors?: Readonly<Record<number, PlainCode | ((body: unknown) => never)>>;
}

/** A backend service: its name, its client and its options. */
export interface Upstream<N extends string = string, C = unknown> {
  readonly name: N;
  readonly client: (methods: UpstreamMethods) => C;
  readonly options: UpstreamOptions;
}

/** Defines the client of one backend service. Its base URL is the setting `UPSTREAM_<NAME>`. */
export const defineUpstream = <const N extends string, C>(
  name: N,
  client: (methods: UpstreamMethods) => C,
  options: UpstreamOptions = {},
): Upstream<N, C> => ({ name, client, options });
