import type * as Type from 'typebox';

/** Entry of the catalogue: HTTP status, a title that never changes, a detail for users, and extension members (RFC 9457, section 3.2). */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extensions?: Type.TObject;
}

/** Creates an entry. To add extension members: `{ ...entry(…), extensions }`. */
export const entry = <const S extends number>(status: S, title: string, detail: string) => ({
  status,
  title,
  detail,
});

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

/** Members of every problem (RFC 9457, section 3.1), plus code and request id. Reserved: no extension has one of these names. */
export type ProblemMember = 'type' | 'title' | 'status' | 'detail' | 'instance' | 'code' | 'requestId';

type Unreserved<E extends Catalogue> = {
  readonly [Code in keyof E]: E[Code] extends { readonly extensions: { readonly properties: infer P } }
    ? { readonly extensions: Free<Code & string, keyof P & ProblemMember> }
    : unknown;
};
type Free<Code extends string, Taken extends string> = [Taken] extends [never]
  ? unknown
  : `${Code}: every problem already has a member ${Taken}`;

/** Defines a catalogue. An extension with a reserved name does not compile. */
export const defineErrors = <const E extends Catalogue>(catalogue: E & Unreserved<E>): E => catalogue;

/** Object without required fields. */
export type EmptyObject = Readonly<Record<never, unknown>>;

export type RequiredKeys<T> = { [K in keyof T]-?: EmptyObject extends Pick<T, K> ? never : K }[keyof T] &
  string;

export type Extensions<E extends Catalogue, Code extends keyof E> = E[Code] extends {
  readonly extensions: infer X extends Type.TObject;
}
  ? Type.Static<X>
  : unknown;

/** Error as sent: `application/problem+json` (RFC 9457, section 3.1). */
export type ProblemOf<E extends Catalogue, Code extends keyof E = keyof E> = Code extends keyof E & string
  ? Flat<
      {
        readonly type: string;
        readonly title: string;
        readonly status: E[Code]['status'];
        readonly detail: string;
        readonly code: Code;
        readonly requestId: string;
      } & Extensions<E, Code>
    >
  : never;

/** Flattens an intersection, for readable compiler messages. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};
