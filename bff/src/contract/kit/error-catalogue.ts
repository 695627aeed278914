import type Type from 'typebox';

/** An entry of the catalogue: its HTTP status, a title that never changes, what a person is told, and what else it carries. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly extra?: Type.TObject;
}

export type Catalogue = Readonly<Record<string, ErrorEntry>>;

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

/** What no field is required of. */
export type Nothing = Readonly<Record<never, unknown>>;

/** The fields that have to be there. */
export type RequiredKeys<T> = { [K in keyof T]-?: Nothing extends Pick<T, K> ? never : K }[keyof T] & string;

/** The fields that an error carries beyond what every problem has. */
export type Extra<E extends Catalogue, Code extends keyof E> = E[Code] extends {
  readonly extra: infer X extends Type.TObject;
}
  ? Type.Static<X>
  : unknown;

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

/** One object type instead of an intersection, for messages that can be read. */
export type Flat<T> = { [K in keyof T]: T[K] } & {};
