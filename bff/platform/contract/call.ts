import type * as Type from 'typebox';
import type { Bytes, Content, FileRule, FileRules, UploadedFile, ValueOf } from './content.ts';
import type { Catalogue, Flat, EmptyObject } from './error-catalogue.ts';

export type Roles = Readonly<Record<string, readonly string[]>>;

/** Permission of the platform's own routes, granted to every role, including anonymous. */
export const ANY_ROLE = 'platform:any-role';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Makes a field optional for the caller. The handler gets the default. */
export const withDefault = <S extends Type.TSchema, const D extends Type.Static<S>>(
  schema: S,
  value: D,
): S & { readonly default: D } =>
  // Also copies the hidden members, such as the rules of an object.
  Object.defineProperties({ default: value }, Object.getOwnPropertyDescriptors(schema)) as S & {
    readonly default: D;
  };

/** One call (specification, point 7). Its key in `Calls` is its method and its path beneath the API path, such as `GET /things/:thingId`. */
export interface Call<Code extends string = string, Permission extends string = string> {
  /** The `operationId` in the OpenAPI document. Must be unique. */
  readonly id: string;
  readonly summary: string;
  readonly permission: Permission;
  /**
   * Number of times that a client may make the call within `perMs` milliseconds; then 429, with Retry-After. A client is a signed-in user or, without a
   * session, an IPv4 address or IPv6 /48.
   */
  readonly limit?: { readonly max: number; readonly perMs: number };
  readonly params?: Type.TObject;
  readonly query?: Type.TObject;
  readonly headers?: Type.TObject;
  readonly body?: Type.TSchema | Bytes;
  /** Makes the call accept a form with files (`multipart/form-data`, RFC 7578). The form's text fields become the body, coerced as in a query. */
  readonly files?: FileRules;
  /** Maximum size of the body, in the BFF and in nginx. Defaults to `limits.BODY_BYTES`. */
  readonly bodyBytes?: number;
  readonly responses: Readonly<Record<number, Content>>;
  /** Error codes that this call can return, besides the platform's. */
  readonly errors: readonly Code[];
  /** Milliseconds for the body to arrive and the handler to finish, counted from the end of the request headers. Defaults to `limits.CALL_MS`. */
  readonly deadlineMs?: number;
  /** `false` disables compression of the response. */
  readonly compress?: false;
  /** `false` for a call that the client makes without user activity, such as polling. Such a call does not keep the session alive. */
  readonly extendsSession?: false;
}

export type Calls<Code extends string = string, Permission extends string = string> = Readonly<
  Record<`${Method} /${string}`, Call<Code, Permission>>
>;

/** Creates `defineCalls` for a catalogue and roles. `defineCalls` preserves the exact types of the calls. */
export const callsFor =
  <E extends Catalogue, R extends Roles>() =>
  <const C extends Calls<keyof E & string, R[keyof R][number]>>(calls: C & WellNamed<C>): C =>
    calls;

type WellNamed<C> = {
  readonly [K in keyof C]: K extends `${Method} /${string}`
    ? unknown
    : `${K & string} is not a method and a path`;
};

export type CodesOf<C extends Call> = C['errors'][number];

/** One part of the input, such as `{ body: … }`. Empty if the call does not declare this part. */
type Member<C, K extends keyof Call, AsBytes> = C extends { readonly [P in K]: infer S }
  ? { readonly [P in K]: ValueOf<S, AsBytes> }
  : unknown;

/** Validated input of a handler, with defaults filled in. */
export type HandlerInput<C extends Call, AsBytes> = Flat<
  Member<C, 'params', AsBytes> &
    Member<C, 'query', AsBytes> &
    Member<C, 'headers', AsBytes> &
    Member<C, 'body', AsBytes> &
    FilesReceived<C, AsBytes>
>;

/** Files in the order of their arrival. Iterating throws for a file that the call does not accept. */
type FilesReceived<C, AsBytes> = C extends { readonly files: infer F }
  ? { readonly files: AsyncIterable<UploadedFile<keyof F & string, AsBytes>> }
  : unknown;

type Defaulted<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

/** Type of a caller's input for an object schema. Fields with a default are optional, such as `limit` in `{ q: string, limit?: number }`. */
type Sent<S extends Type.TObject> = Flat<
  Omit<Type.Static<S>, Defaulted<S['properties']>> &
    Partial<Pick<Type.Static<S>, Defaulted<S['properties']> & keyof Type.Static<S>>>
>;

/** One part of a caller's input: `{ query: … }`, or `{ query?: … }` if all its fields are optional. Empty if the call does not declare this part. */
type SentPart<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends Type.TObject }
  ? EmptyObject extends Sent<S>
    ? { readonly [P in K]?: Sent<S> }
    : { readonly [P in K]: Sent<S> }
  : unknown;

type FilesOf<R> = R extends { readonly maxCount: number } ? File | readonly File[] : File;
type OptionalFiles<F> = { [K in keyof F]: F[K] extends { readonly optional: true } ? K : never }[keyof F];
/** Files that a caller passes, such as `{ files: { scan: File, cover?: File } }`. Empty if the call does not accept files. */
type FilesSent<C> = C extends { readonly files: infer F extends Readonly<Record<string, FileRule>> }
  ? {
      readonly files: Flat<
        { readonly [K in Exclude<keyof F, OptionalFiles<F>>]: FilesOf<F[K]> } & {
          readonly [K in OptionalFiles<F>]?: FilesOf<F[K]>;
        }
      >;
    }
  : unknown;

/** Input that a caller passes. In params, query and headers, fields with a default are optional. */
export type Input<C extends Call, AsBytes> = Flat<
  SentPart<C, 'params'> &
    SentPart<C, 'query'> &
    SentPart<C, 'headers'> &
    Member<C, 'body', AsBytes> &
    FilesSent<C>
>;

export type Successes<C extends Call, AsBytes> = {
  [S in keyof C['responses'] & number]: {
    readonly status: S;
    readonly body: ValueOf<C['responses'][S], AsBytes>;
  };
}[keyof C['responses'] & number];
