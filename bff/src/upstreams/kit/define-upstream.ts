import type { Readable } from 'node:stream';
import type Type from 'typebox';
import type { AppError } from '#contract/kit/app-error.ts';
import type { ParamsIn, Query, Scalar, Written } from './url.ts';
import type { Settings } from './settings.ts';

/** JSON of a schema, bytes as they come, or nothing that matters. */
export type Reply = Type.TSchema | 'stream' | 'empty';

/** What a status of 400 to 499 means for this call: a value, or an error; it is given the JSON that came with it, unchecked. */
export type StatusMap = Readonly<Record<number, (body: unknown) => unknown>>;

export interface Stream {
  readonly contentType: string;
  /** Those that the call keeps, of those that came; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** One request. What is not named here is not sent: no header field of the browser's ever is. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** A template such as `/things/:thingId`; also the call's name in the log and the metrics. */
  readonly path: string;
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Query;
  /** Beside `accept`, `content-type`, `x-request-id`, `traceparent` and `tracestate`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** JSON, or bytes that are passed on as they come, and so never sent twice. */
  readonly body?: unknown;
  /** Of bytes; `application/octet-stream` unless said. */
  readonly contentType?: string;
  readonly reply: Reply;
  /** Header fields of a stream's reply that are kept, in lower case. */
  readonly keep?: readonly string[];
  readonly translate?: StatusMap;
  /** A GET that is under way already with the same address and header fields is waited for instead of asking again. */
  readonly shared?: boolean;
  readonly limits?: Partial<Pick<Settings, 'headersMs' | 'idleMs' | 'totalMs' | 'replyBytes'>>;
}

type ReplyOf<R extends Reply> = R extends 'stream'
  ? Stream
  : R extends 'empty'
    ? undefined
    : R extends Type.TSchema
      ? Type.Static<R>
      : never;

type Translated<T extends StatusMap> = Exclude<ReturnType<T[keyof T & number]>, AppError>;

/** Sends one request; rejects with a platform error (`upstream-…`), a translated one, or the reason of the call's signal. */
export type UpstreamCall = <
  const P extends string,
  R extends Reply,
  T extends StatusMap = Record<never, never>,
>(
  question: Omit<UpstreamRequest, 'path' | 'params'> & {
    readonly path: P & Written<P>;
    readonly reply: R;
    readonly translate?: T;
  } & ([ParamsIn<P>] extends [never]
      ? { readonly params?: never }
      : { readonly params: Readonly<Record<ParamsIn<P>, Scalar>> }),
) => Promise<ReplyOf<R> | Translated<T>>;

/** A backend service: its name, what can be asked of it, and what holds for it alone. */
export interface Upstream<N extends string = string, C = unknown> {
  readonly name: N;
  readonly client: (ask: UpstreamCall) => C;
  readonly settings: Partial<Settings>;
}

/** One client a backend service. Its address comes from the configuration, by its name. */
export const defineUpstream = <const N extends string, C>(
  name: N,
  client: (ask: UpstreamCall) => C,
  settings: Partial<Settings> = {},
): Upstream<N, C> => ({ name, client, settings });
