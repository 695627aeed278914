import type * as Type from 'typebox';
import type { Bytes, Content, FileRule, FileRules, UploadedFile, ValueOf } from './content.ts';
import type { Catalogue, Flat, Nothing } from './error-catalogue.ts';

export type Roles = Readonly<Record<string, readonly string[]>>;

/** Permission of the platform's own routes, which every role has, with or without a session. */
export const ANY_ROLE = 'platform:any-role';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A field that the caller may omit: the handler then gets the default. */
export const withDefault = <S extends Type.TSchema, const D extends Type.Static<S>>(
  schema: S,
  value: D,
): S & { readonly default: D } => ({ ...schema, default: value });

/** Point 7: one call. Its key is its method and its path beneath the API path, such as `GET /things/:thingId`. */
export interface Call<Code extends string = string, Permission extends string = string> {
  /** The name in the OpenAPI document and the metrics. */
  readonly id: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly params?: Type.TObject;
  readonly query?: Type.TObject;
  readonly headers?: Type.TObject;
  /** JSON, unless bytes. */
  readonly body?: Type.TSchema | Bytes;
  /** The call takes a form with files (`multipart/form-data`, RFC 7578). Its other fields are the body: text, coerced as a query is. */
  readonly files?: FileRules;
  /** The largest body; `limits.BODY_BYTES` by default. nginx obeys it, too. */
  readonly bodyBytes?: number;
  /** Every success by its status. */
  readonly ok: Readonly<Record<number, Content>>;
  /** The catalogue's codes that this call can fail with; the platform's own are not listed. */
  readonly errors: readonly Code[];
  /** Milliseconds until its handler has ended, from the end of the header fields: a body arrives within them. `limits.CALL_MS` by default. */
  readonly deadlineMs?: number;
  /** `false`: the response is never compressed. */
  readonly compress?: false;
}

export type Calls<Code extends string = string, Permission extends string = string> = Readonly<
  Record<`${Method} /${string}`, Call<Code, Permission>>
>;

/** Makes the function that checks calls against a catalogue and roles, and keeps their exact type. */
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

/** `{ body: … }` of a call that declares it, otherwise nothing. */
type Member<C, K extends keyof Call, AsBytes> = C extends { readonly [P in K]: infer S }
  ? { readonly [P in K]: ValueOf<S, AsBytes> }
  : unknown;

/** What a handler gets: validated, with defaults filled in. */
export type HandlerInput<C extends Call, AsBytes> = Flat<
  Member<C, 'params', AsBytes> &
    Member<C, 'query', AsBytes> &
    Member<C, 'headers', AsBytes> &
    Member<C, 'body', AsBytes> &
    FilesReceived<C, AsBytes>
>;

/** The files one after another, as they arrive. The iteration throws for one that the call does not take. */
type FilesReceived<C, AsBytes> = C extends { readonly files: infer F }
  ? { readonly files: AsyncIterable<UploadedFile<keyof F & string, AsBytes>> }
  : unknown;

type Defaulted<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

/** What a caller sends of an object: with `{ q: string, limit: withDefault(…) }`, `{ q: string, limit?: number }`. */
type Sent<S extends Type.TObject> = Flat<
  Omit<Type.Static<S>, Defaulted<S['properties']>> &
    Partial<Pick<Type.Static<S>, Defaulted<S['properties']> & keyof Type.Static<S>>>
>;

/** `{ query: … }` of a call that declares it; `{ query?: … }` if none of its fields is required. */
type SentPart<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends Type.TObject }
  ? Nothing extends Sent<S>
    ? { readonly [P in K]?: Sent<S> }
    : { readonly [P in K]: Sent<S> }
  : unknown;

/** One file, or several if the rule allows more than one. */
type FilesOf<R> = R extends { readonly maxCount: number } ? File | readonly File[] : File;
type OptionalFiles<F> = { [K in keyof F]: F[K] extends { readonly optional: true } ? K : never }[keyof F];
/** `{ files: { scan: File, cover?: File } }` of a call that takes them. */
type FilesSent<C> = C extends { readonly files: infer F extends Readonly<Record<string, FileRule>> }
  ? {
      readonly files: Flat<
        { readonly [K in Exclude<keyof F, OptionalFiles<F>>]: FilesOf<F[K]> } & {
          readonly [K in OptionalFiles<F>]?: FilesOf<F[K]>;
        }
      >;
    }
  : unknown;

/** What a caller sends: a field with a default may be omitted. */
export type Input<C extends Call, AsBytes> = Flat<
  SentPart<C, 'params'> &
    SentPart<C, 'query'> &
    SentPart<C, 'headers'> &
    Member<C, 'body', AsBytes> &
    FilesSent<C>
>;

export type Successes<C extends Call, AsBytes> = {
  [S in keyof C['ok'] & number]: { readonly status: S; readonly body: ValueOf<C['ok'][S], AsBytes> };
}[keyof C['ok'] & number];
