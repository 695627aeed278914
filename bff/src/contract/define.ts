import type Type from 'typebox';

/** An entry of the catalogue: its HTTP status, a title that never changes, what a person is told, and what else it carries. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extra?: Type.TObject;
}

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

/** Roles and what each may do. */
export type Roles = Readonly<Record<string, readonly string[]>>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A success without a body. */
export interface Empty {
  readonly kind: 'empty';
}

/** Bytes of one media type, passed on as they come: an upload, a download. */
export interface Bytes {
  readonly kind: 'bytes';
  readonly mediaType: string;
}

/** Server-sent events (HTML Living Standard, 9.2), each with JSON data of one shape. Work that may fail does so before it returns them. */
export interface Events<S extends Type.TSchema = Type.TSchema> {
  readonly kind: 'events';
  readonly data: S;
}

/** What is not JSON. */
export type Marked = Empty | Bytes | Events;

export type Content = Type.TSchema | Marked;

export const isMarked = (content: Content): content is Marked =>
  'kind' in content && ['empty', 'bytes', 'events'].includes(content.kind);

export const empty: Empty = { kind: 'empty' };
export const bytes = (mediaType: string): Bytes => ({ kind: 'bytes', mediaType });
export const events = <S extends Type.TSchema>(data: S): Events<S> => ({ kind: 'events', data });

/** A field that the caller may leave out; the BFF's work always finds it filled. */
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
  /** Every success by its status. */
  readonly ok: Readonly<Record<number, Content>>;
  /** Codes of the catalogue that this call itself fails with; the platform's own need no mention. */
  readonly errors: readonly Code[];
  /** Milliseconds for the whole of its work; `limits.CALL_MS` unless said. */
  readonly deadlineMs?: number;
  /** `false`: its reply is never compressed. */
  readonly compress?: false;
}

export type Calls<Code extends string = string, Permission extends string = string> = Readonly<
  Record<`${Method} /${string}`, Call<Code, Permission>>
>;

/** What every problem has (RFC 9457, section 3.1; here with a code and the request's id): no error has fields of these names. */
export const problemMembers = ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'] as const;

type ProblemMember = (typeof problemMembers)[number];

type Unreserved<E extends Catalogue> = {
  readonly [Code in keyof E]: E[Code] extends { readonly extra: { readonly properties: infer P } }
    ? { readonly extra: Free<Code & string, keyof P & ProblemMember> }
    : unknown;
};
type Free<Code extends string, Taken extends string> = [Taken] extends [never]
  ? unknown
  : `${Code}: every problem has a field ${Taken} already`;

/** A catalogue, checked: throws if an error has a field of its own that every problem has already. */
export const defineErrors = <const E extends Catalogue>(catalogue: E & Unreserved<E>): E => {
  for (const [code, { extra }] of Object.entries<ErrorEntry>(catalogue))
    for (const name of problemMembers)
      if (extra && name in extra.properties)
        throw new Error(`${code}: every problem has a field ${name} already`);
  return catalogue;
};

/** For a catalogue and roles, what checks a feature's calls against them and keeps their exact type. */
export const callsFor =
  <E extends Catalogue, R extends Roles>() =>
  <const C extends Calls<keyof E & string, R[keyof R][number]>>(calls: C & WellNamed<C>): C =>
    calls;

type WellNamed<C> = {
  readonly [K in keyof C]: K extends `${Method} /${string}` ? unknown : `${K & string} is no method and path`;
};

/** What no field is required of. */
export type Nothing = Readonly<Record<never, unknown>>;

/** The fields that have to be there. */
export type RequiredKeys<T> = { [K in keyof T]-?: Nothing extends Pick<T, K> ? never : K }[keyof T] & string;

type Flat<T> = { [K in keyof T]: T[K] } & {};
type StaticOf<S> = S extends Type.TSchema ? Type.Static<S> : never;

/** The fields that an error carries beyond what every problem has. */
export type Extra<E extends Catalogue, Code extends keyof E> = E[Code] extends {
  readonly extra: infer X extends Type.TObject;
}
  ? Type.Static<X>
  : unknown;

export type CodesOf<C extends Call> = C['errors'][number];

/** What an error looks like on the wire: `application/problem+json` (RFC 9457, section 3.1) with its code and the request's id. */
export type ProblemOf<E extends Catalogue, Code extends keyof E = keyof E> = Code extends keyof E & string
  ? Flat<
      {
        readonly type: string;
        readonly title: string;
        readonly status: E[Code]['status'];
        readonly detail: string;
        readonly code: Code;
        readonly requestId: string;
      } & Extra<E, Code>
    >
  : never;

/** How a content is seen by one side: bytes are what that side reads or writes them as. */
export type Seen<C, AsBytes> = C extends Empty
  ? undefined
  : C extends Bytes
    ? AsBytes
    : C extends Events<infer S>
      ? AsyncIterable<Type.Static<S>>
      : StaticOf<C>;

type Part<C, K extends keyof Call> = C extends { readonly [P in K]: infer S extends Type.TSchema }
  ? { readonly [P in K]: Type.Static<S> }
  : unknown;

type BodyPart<C, AsBytes> = C extends { readonly body: infer B }
  ? { readonly body: Seen<B, AsBytes> }
  : unknown;

/** What the BFF's work is given: validated, with defaults filled in. */
export type Given<C extends Call, AsBytes> = Flat<
  Part<C, 'params'> & Part<C, 'query'> & Part<C, 'headers'> & BodyPart<C, AsBytes>
>;

type Defaulted<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P];

type Sent<S extends Type.TObject> = Flat<
  Omit<Type.Static<S>, Defaulted<S['properties']>> &
    Partial<Pick<Type.Static<S>, Defaulted<S['properties']> & keyof Type.Static<S>>>
>;

type SentPart<C, K extends 'params' | 'query' | 'headers'> = C extends {
  readonly [P in K]: infer S extends Type.TObject;
}
  ? Nothing extends Sent<S>
    ? { readonly [P in K]?: Sent<S> }
    : { readonly [P in K]: Sent<S> }
  : unknown;

/** What a caller sends: a field with a default may be left out. */
export type Input<C extends Call, AsBytes> = Flat<
  SentPart<C, 'params'> & SentPart<C, 'query'> & SentPart<C, 'headers'> & BodyPart<C, AsBytes>
>;

/** Every success of a call, by status. */
export type Successes<C extends Call, AsBytes> = {
  [S in keyof C['ok'] & number]: { readonly status: S; readonly body: Seen<C['ok'][S], AsBytes> };
}[keyof C['ok'] & number];
