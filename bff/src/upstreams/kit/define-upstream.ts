import type { Readable } from 'node:stream';
import type Type from 'typebox';
import type { AppError } from '#contract/kit/app-error.ts';
import type { Settings } from './settings.ts';
import type { Literal, ParamsIn, Query, Scalar } from './url.ts';

/** The expected body: JSON of a schema, bytes as they come, or none. */
type ResponseBody = Type.TSchema | 'stream' | 'empty';

/** For a status from 400 to 499, the value that the call resolves with, or the error to throw; gets the unchecked JSON of the response. */
type StatusMap = Readonly<Record<number, (body: unknown) => unknown>>;

export interface Stream {
  readonly contentType: string;
  /** Those named in `forwardHeaders`; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/** One request to an upstream. Nothing else is sent: no header field of the browser's is passed on. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** A template such as `/things/:thingId`; also the name of the call in log and metrics. */
  readonly path: string;
  readonly params?: Readonly<Record<string, Scalar>>;
  readonly query?: Query;
  /** Sent beside `accept`, `content-type`, `x-request-id`, `traceparent` and `tracestate`. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A value to send as JSON, or a Readable, which is streamed and therefore never sent twice. */
  readonly body?: unknown;
  /** Of a Readable; `application/octet-stream` by default. */
  readonly contentType?: string;
  readonly response: ResponseBody;
  /** Header fields of the response that a stream passes on; names in lower case. */
  readonly forwardHeaders?: readonly string[];
  readonly mapStatus?: StatusMap;
  /** A GET waits for an identical one (same URL and header fields) that is under way, instead of sending another. */
  readonly coalesce?: boolean;
  readonly limits?: Partial<Pick<Settings, 'headersMs' | 'idleMs' | 'totalMs' | 'responseBytes'>>;
}

type BodyOf<R extends ResponseBody> = R extends 'stream'
  ? Stream
  : R extends 'empty'
    ? undefined
    : R extends Type.TSchema
      ? Type.Static<R>
      : never;

type Mapped<M extends StatusMap> = Exclude<ReturnType<M[keyof M & number]>, AppError>;

/** Sends one request. Rejects with a platform error (`upstream-...`), an error of `mapStatus`, or the reason of the call's signal. */
export type UpstreamCall = <
  const P extends string,
  R extends ResponseBody,
  M extends StatusMap = Record<never, never>,
>(
  request: Omit<UpstreamRequest, 'path' | 'params'> & {
    readonly path: P & Literal<P>;
    readonly response: R;
    readonly mapStatus?: M;
  } & ([ParamsIn<P>] extends [never]
      ? { readonly params?: never }
      : { readonly params: Readonly<Record<ParamsIn<P>, Scalar>> }),
) => Promise<BodyOf<R> | Mapped<M>>;

/** A backend service: its name, its client, and what it overrides of the default settings. */
export interface Upstream<N extends string = string, C = unknown> {
  readonly name: N;
  readonly client: (call: UpstreamCall) => C;
  readonly settings: Partial<Settings>;
}

/** Defines the client of one backend service. Its base URL is the setting `UPSTREAM_<NAME>`. */
export const defineUpstream = <const N extends string, C>(
  name: N,
  client: (call: UpstreamCall) => C,
  settings: Partial<Settings> = {},
): Upstream<N, C> => ({ name, client, settings });
