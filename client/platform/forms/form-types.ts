import type { ComponentProps, FunctionComponent, ReactNode } from 'react';
import type { Call, Calls } from '@web/bff/platform/contract/call';
import type { NonJson } from '@web/bff/platform/contract/content';
import type { Catalogue, EmptyObject } from '@web/bff/platform/contract/error-catalogue';
import type { Arguments, Failed, Success } from '#platform/api/api.ts';
import type { Revalidate } from '#platform/api/reads.ts';
import type { Button } from '#platform/ui/button.tsx';
import type { Checkbox, Field, Select, TextArea } from './elements/field.tsx';
import type { At, FieldName, GroupName, ItemOf, Leaf, ListName } from './field-names.ts';
import type { GroupProps, ListProps } from './groups.tsx';
import type { Steps } from './steps.tsx';

/** Creates a form for one call, or for several with the same body: `<NoteForm call="PUT /notes/:noteId" request={…}>`. */
export interface CreateForm<C extends Calls, E extends Catalogue> {
  <K extends FormKey<C>, S extends BodySchema<C[K]>, const V extends Version<C, K> = NoVersion>(
    calls: readonly [K, ...K[]],
    schema: S & Exact<BodySchema<C[K]>, S>,
    options?: Options<V>,
  ): FormFor<C, E, K, V, { readonly call: K }>;
  <K extends FormKey<C>, S extends BodySchema<C[K]>, const V extends Version<C, K> = NoVersion>(
    call: K,
    schema: S & Exact<BodySchema<C[K]>, S>,
    options?: Options<V>,
  ): FormFor<C, E, K, V>;
}

interface Options<V> {
  /**
   * The part of the request that carries the version of the entity that the user has seen, with the entity's member: `{ query: { version: 'version' } }`,
   * `{ headers: { 'if-match': 'etag' } }` or `{ body: { version: 'version' } }`. If the call fails with 409 or 412, the form shows the newer entity
   * next to the user's input: an object in the problem that has this member, otherwise the `initial` of a refetch.
   */
  readonly version?: V;
}

type NoVersion = Readonly<Record<never, never>>;
/** One member of one part of the request. */
type Version<C, K extends keyof C> = {
  readonly [P in 'query' | 'headers' | 'body']?: Request<C, K> extends { readonly [Q in P]?: infer Part }
    ? { readonly [N in keyof NonNullable<Part>]?: string }
    : never;
};
/** The entity's member that is the version. */
type VersionMember<V> = {
  [P in keyof V]: V[P] extends infer Part ? Part[keyof Part] & string : never;
}[keyof V];

type FormKey<C> = {
  [K in keyof C & string]: [BodySchema<C[K]>] extends [never] ? never : K;
}[keyof C & string];

type BodySchema<C> = C extends { readonly body: infer S } ? (S extends NonJson ? never : S) : never;

/** Accepts only the exact schema of the body. All calls of the form must have this body. */
type Exact<Wanted, S> = [Wanted] extends [S] ? S : 'This is not the schema of the body';

type FormFor<C, E extends Catalogue, K extends keyof C, V, More = unknown> = FunctionComponent<
  Props<C, E, K, V> & More
> &
  FormComponents<Body<C, K>> & {
    readonly File: FunctionComponent<
      Omit<ComponentProps<typeof Field>, 'name' | 'type' | 'error'> & {
        readonly name: FileName<Request<C, K>>;
        /** Names of columns by property, for errors in the rows of the file: `{ shownUntil: 'Shown until' }`. */
        readonly columns?: Readonly<Record<string, string>>;
      }
    >;
  };

type Props<C, E extends Catalogue, K extends keyof C, V> = { [Key in K]: PropsOfCall<C, E, Key, V> }[K] & {
  readonly className?: string;
  readonly children: ReactNode;
} & ([VersionMember<V>] extends [never]
    ? {
        /** Initial values. Members that the body does not have are ignored. */
        readonly initial?: Stored<Body<C, K>>;
      }
    : { readonly initial: Stored<Body<C, K>> & { readonly [N in VersionMember<V>]: string | number } }) & {
    /** Resets the form to its initial values after success. Without `clears`, the form keeps the sent values. */
    readonly clears?: boolean;
  };

type PropsOfCall<C, E extends Catalogue, K extends keyof C, V> = {
  readonly call?: K;
  /** Called after success, with the body that was sent. A returned promise is not awaited. */
  readonly onSuccess?: (reply: Success<CallAt<C, K>>, sent: Body<C, K>) => unknown;
  /** The screen's reads to refetch after success. Defaults to all. */
  readonly revalidate?: Revalidate;
  /** Text for a failed call. Defaults to the problem's detail; null shows none. */
  readonly errorText?: (problem: Failed<CallAt<C, K>, E>['problem']) => ReactNode;
  readonly onProblem?: (problem: Failed<CallAt<C, K>, E>['problem']) => unknown;
} & (EmptyObject extends Rest<C, K, V>
  ? { readonly request?: Rest<C, K, V> }
  : { readonly request: Rest<C, K, V> });

type CallAt<C, K extends keyof C> = Extract<C[K], Call>;
type Request<C, K extends keyof C> = NonNullable<Arguments<CallAt<C, K>>[0]>;
type Body<C, K extends keyof C> = Request<C, K> extends { readonly body: infer B } ? B : never;
/** Parts of the request besides body, files and version: `{ params: { noteId }, timeoutMs: 60_000 }`. */
type Rest<C, K extends keyof C, V> = WithoutVersion<
  Omit<Request<C, K>, 'body' | 'files' | 'signal' | 'onProgress'>,
  V
>;
type WithoutVersion<R, V> = Omit<R, keyof V> & {
  readonly [
    P in keyof V & keyof R as Exclude<keyof NonNullable<R[P]>, keyof V[P]> extends never ? never : P
  ]: Omit<NonNullable<R[P]>, keyof V[P]>;
};
type FileName<R> = R extends { readonly files?: infer F } ? keyof NonNullable<F> & string : never;
export type Incomplete<V> = { readonly [N in keyof V]?: Incomplete<V[N]> | null | undefined };

/** Values from a response. Its schema may be looser than the body's, so a choice may be any string, such as a retired member of an enum. */
export type Stored<V> = V extends string
  ? string
  : { readonly [N in keyof V]?: Stored<V[N]> | null | undefined };

export interface FormComponents<V> {
  /** Carries the type of the body. Has no value at run time. */
  readonly body?: V;
  readonly Field: Bound<V, ComponentProps<typeof Field>>;
  readonly TextArea: Bound<V, ComponentProps<typeof TextArea>>;
  readonly Select: Bound<V, ComponentProps<typeof Select>>;
  readonly Checkbox: Bound<V, ComponentProps<typeof Checkbox>>;
  /** Fields of a nested object: `<Form.Group name="address" legend="Address">{(Address) => <Address.Field name="city" … />}`. */
  readonly Group: <N extends GroupName<V>>(props: GroupProps<FormComponents<At<V, N>>, N>) => ReactNode;
  readonly List: <N extends ListName<V>>(props: ListProps<FormComponents<ItemOf<At<V, N>>>, N>) => ReactNode;
  readonly Steps: typeof Steps;
  /**
   * Submit button; `pending` is its text while the call is in flight. With several buttons, the clicked one sets a property of the body:
   * `<Form.Submit name="publish" value="true">`.
   */
  readonly Submit: FunctionComponent<
    Omit<ComponentProps<typeof Button>, 'type' | 'onClick' | 'name' | 'value'> &
      ({ readonly name?: never } | { readonly name: FieldName<V>; readonly value: string })
  >;
}

/** Field of the body. Takes no `name` in a list of strings, numbers and so on, where each row is one field. */
type Bound<V, Props> = FunctionComponent<
  Omit<Props, 'name' | 'error' | 'defaultValue' | 'defaultChecked'> &
    (V extends Leaf ? { readonly name?: never } : { readonly name: FieldName<V> })
>;
