import type { Readable } from 'node:stream';
import type Type from 'typebox';
import type { errors } from '#platform/contract/product/errors.ts';
import type { Extensions, EmptyObject } from '#platform/contract/error-catalogue.ts';
import type { Anonymous } from '#platform/contract/session/define-session.ts';
import type { Session } from '#platform/contract/product/session.ts';
import type { Settings as ProductSettings } from '#platform/product/settings.ts';
import type { Settings } from './settings.ts';

export type Scalar = string | number | boolean;
export type Query = Readonly<Record<string, Scalar | readonly Scalar[] | undefined>>;

/** Parameter names in a template such as `/things/:thingId` or `/things/:thingId.json`. */
export type ParamsIn<P extends string> = P extends `${infer Segment}/${infer Rest}`
  ? ParamsIn<Segment> | ParamsIn<Rest>
  : P extends `:${infer Name}.${string}`
    ? Name
    : P extends `:${infer Name}`
      ? Name
      : never;

/** Rejects a string built at run time, with a message. An object, because the intersection of two strings is only `never`. */
type Literal<P extends string> =
  Record<never, never> extends Record<P, unknown>
    ? { readonly 'Write the path as a literal such as /things/:id, and its values in `params`': never }
    : unknown;

export type UpstreamMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type ResponseBody = Type.TSchema | 'stream' | undefined;

/** Error codes that need no extension members. */
type PlainCode = {
  [Code in keyof typeof errors]: EmptyObject extends Extensions<typeof errors, Code> ? Code : never;
}[keyof typeof errors];

/**
 * Maps a 4xx status to (a) an error code to throw, (b) `undefined` as the request's result, or (c) a function. The function gets the unvalidated JSON
 * of the response, and returns the request's result or calls `fail`.
 */
type StatusMap = Readonly<Record<number, PlainCode | undefined | ((body: unknown) => unknown)>>;

export interface Stream {
  readonly contentType: string;
  /** The upstream's response headers that `forwardHeaders` names, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `set-cookie` headers, if `forwardHeaders` names `set-cookie`. */
  readonly setCookie: readonly string[];
  readonly body: Readable;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Contents of one request to an upstream. From the client's request, only request id and trace context are forwarded. */
export interface RequestOptions {
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Query;
  /** Headers in addition to those from the upstream's options. The platform sets `accept`, `content-type`, `x-request-id` and the trace context. */
  readonly headers?: Headers | undefined;
  /** A value to send as JSON, or a Readable, which is streamed and therefore never retried. */
  readonly body?: unknown;
  /** Content type of a Readable. Defaults to `application/octet-stream`. */
  readonly contentType?: string;
  /** Lower-case names of the response headers to include in a stream's `headers`. */
  readonly forwardHeaders?: readonly string[];
  readonly errors?: StatusMap | undefined;
  readonly limits?: Partial<Pick<Settings, 'headersMs' | 'idleMs' | 'totalMs' | 'responseBytes'>>;
}

export interface UpstreamRequest extends RequestOptions {
  readonly method: UpstreamMethod;
  /** Template such as `/things/:thingId`. Also names the request in logs and metrics. */
  readonly path: string;
  readonly response: ResponseBody;
}

export type BodyOf<R extends ResponseBody> = R extends 'stream'
  ? Stream
  : R extends Type.TSchema
    ? Type.Static<R>
    : undefined;

/** Union of the results of mapped statuses. `undefined` for `{ 404: undefined, 409: 'conflict' }`, because an error code is thrown, not returned. */
type Mapped<M extends StatusMap> = {
  [Status in keyof M]: M[Status] extends (body: never) => infer Value ? Value : Exclude<M[Status], string>;
}[keyof M];

/** Type of a request, such as `{ 'GET /notes': Note[] }`, which `fakeUpstream` reads from the client's functions. Has no value. */
export interface Sends<Key extends string, R extends ResponseBody> {
  readonly [sends]?: { readonly [K in Key]: R };
}
declare const sends: unique symbol;

/**
 * Sends one request. `response` is the schema of the response's JSON, `'stream'`, or omitted if the body is not needed. Rejects with a platform error
 * (`upstream-...`), with the error that a status is mapped to, or with the reason of the call's signal.
 */
type Send<Method extends UpstreamMethod> = <
  const P extends string,
  R extends ResponseBody = undefined,
  const M extends StatusMap = Record<never, never>,
>(
  path: P & Literal<P>,
  request: Omit<RequestOptions, 'params'> & { readonly errors?: M } & ([ParamsIn<P>] extends [never]
      ? { readonly params?: never }
      : { readonly params: Readonly<Record<ParamsIn<P>, Scalar>> }),
  response?: R,
) => Promise<BodyOf<R> | Mapped<M>> & Sends<`${Method} ${P}`, R>;

/** Functions that send a request to the upstream: `get('/things/:id', { params: { id } }, Thing)`. */
export type UpstreamMethods = { readonly [M in UpstreamMethod as Lowercase<M>]: Send<M> };

export const methodsOf = (method: (name: UpstreamMethod) => unknown): UpstreamMethods =>
  ({
    get: method('GET'),
    post: method('POST'),
    put: method('PUT'),
    patch: method('PATCH'),
    delete: method('DELETE'),
  }) as UpstreamMethods;

/** Options of all requests to an upstream, with overrides of the default timeouts and limits. */
export interface UpstreamOptions extends Partial<Settings> {
  /**
   * `'user'` sends the access token of the signed-in user with every request (RFC 6750, section 2.1). A function returns the headers to
   * send instead of `Authorization`: `(token) => ({ 'x-api-key': token })`.
   */
  readonly auth?: 'user' | ((token: string) => Readonly<Record<string, string>>);
  /** Returns headers to add to every request. `session.subject` is null for an anonymous user. */
  readonly headers?: (context: {
    readonly settings: ProductSettings;
    readonly session: Session | Anonymous;
  }) => Headers;
  readonly errors?: Readonly<Record<number, PlainCode | ((body: unknown) => never)>>;
}

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
