import type * as Type from 'typebox';

/** An error: its HTTP status, a title that never changes, a detail for people, and extension members (RFC 9457, section 3.2). */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extensions?: Type.TObject;
}

/** An entry in one line; extension members stand beside it: `{ ...entry(…), extensions }`. */
export const entry = <const S extends number>(status: S, title: string, detail: string) => ({
  status,
  title,
  detail,
});

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

/** The members of every problem (RFC 9457, section 3.1, and a code and the request's id); no extension has one of these names. */
export type ProblemMember = 'type' | 'title' | 'status' | 'detail' | 'instance' | 'code' | 'requestId';

type Unreserved<E extends Catalogue> = {
  readonly [Code in keyof E]: E[Code] extends { readonly extensions: { readonly properties: infer P } }
    ? { readonly extensions: Free<Code & string, keyof P & ProblemMember> }
    : unknown;
};
type Free<Code extends string, Taken extends string> = [Taken] extends [never]
  ? unknown
  : `${Code}: every problem already has a member ${Taken}`;

/** Checks a catalogue: an extension with the name of a member of every problem does not compile. */
export const defineErrors = <const E extends Catalogue>(catalogue: E & Unreserved<E>): E => catalogue;

/** An object without required fields. */
export type Nothing = Readonly<Record<never, unknown>>;

export type RequiredKeys<T> = { [K in keyof T]-?: Nothing extends Pick<T, K> ? never : K }[keyof T] & string;

export type Extensions<E extends Catalogue, Code extends keyof E> = E[Code] extends {
  readonly extensions: infer X extends Type.TObject;
}
  ? Type.Static<X>
  : unknown;

/** An error on the wire: `application/problem+json` (RFC 9457, section 3.1) with its code and the request's id. */
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

/** One object type instead of an intersection, for readable compiler messages. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};
