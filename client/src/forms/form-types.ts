import type { ComponentProps, FunctionComponent, ReactNode } from 'react';
import type { Call, Calls } from '@web/bff/contract/kit/call';
import type { Catalogue, Nothing } from '@web/bff/contract/kit/error-catalogue';
import type { Arguments, Failed, Success } from '#platform/api/create-api.ts';
import type { Rereads } from '#platform/screens/reads.ts';
import type { Button } from '#ui/button.tsx';
import type { Checkbox } from '#ui/form/checkbox.tsx';
import type { Field } from '#ui/form/field.tsx';
import type { Select } from '#ui/form/select.tsx';
import type { TextArea } from '#ui/form/text-area.tsx';

type Leaf = string | number | boolean | Blob | null | undefined;
type List = readonly unknown[];
type CallAt<C, K extends keyof C> = Extract<C[K], Call>;
type Request<C, K extends keyof C> = NonNullable<Arguments<CallAt<C, K>>[0]>;

/** The calls that a form can send: those with a JSON body. */
export type FormKey<C> = {
  [K in keyof C & string]: Request<C, K> extends { readonly body: infer B }
    ? B extends Blob
      ? never
      : K
    : never;
}[keyof C & string];

export type BodyOf<C, K extends keyof C> = Request<C, K> extends { readonly body: infer B } ? B : never;

/** The members of an object; of a union, those of all its parts. */
type Member<V> = V extends Leaf | List ? never : V extends unknown ? keyof V & string : never;
type At<V, N extends string> = V extends Leaf | List
  ? never
  : V extends { readonly [P in N]?: infer M }
    ? M
    : never;

/** The names of fields, with dots between levels: `title`, `customer.address.city`, `tags.0`. */
export type FieldName<V> = V extends Leaf
  ? never
  : V extends readonly (infer Item)[]
    ? FieldWithin<Item, number>
    : V extends unknown
      ? { [N in keyof V & string]-?: FieldWithin<NonNullable<V[N]>, N> }[keyof V & string]
      : never;
type FieldWithin<V, N extends string | number> =
  | (V extends Leaf | readonly Leaf[] ? `${N}` : never)
  | `${N}.${FieldName<V>}`;

type GroupName<V> = { [N in Member<V>]: NonNullable<At<V, N>> extends Leaf | List ? never : N }[Member<V>];
type ListName<V> = { [N in Member<V>]: NonNullable<At<V, N>> extends List ? N : never }[Member<V>];
type ItemOf<V> = NonNullable<V> extends readonly (infer Item)[] ? Item : never;

/** A field of the body; within a list of texts or numbers it has no name. */
type Bound<V, Props> = FunctionComponent<
  Omit<Props, 'name' | 'error' | 'defaultValue' | 'defaultChecked'> &
    (V extends Leaf ? { readonly name?: never } : { readonly name: FieldName<V> })
>;

export interface FormStep {
  readonly title: string;
  readonly content: ReactNode;
}

/** What stands in a form. */
export interface Parts<V> {
  readonly Field: Bound<V, ComponentProps<typeof Field>>;
  readonly TextArea: Bound<V, ComponentProps<typeof TextArea>>;
  readonly Select: Bound<V, ComponentProps<typeof Select>>;
  readonly Checkbox: Bound<V, ComponentProps<typeof Checkbox>>;
  /** The fields of a nested object: `<Form.Group name="address" legend="Address">{(Address) => <Address.Field name="city" … />}`. */
  readonly Group: <N extends GroupName<V>>(props: {
    readonly name: N;
    readonly legend: string;
    readonly children: (parts: Parts<NonNullable<At<V, N>>>) => ReactNode;
  }) => ReactNode;
  /** Rows to add and remove: `{(Row, number) => …}`, the first of which is number 1. */
  readonly List: <N extends ListName<V>>(props: {
    readonly name: N;
    readonly legend: string;
    /** One row in a word, such as `Tag`; it is called `Tag 2`. */
    readonly item: string;
    /** The text of the button that adds a row. */
    readonly add: string;
    readonly children: (parts: Parts<ItemOf<At<V, N>>>, number: number) => ReactNode;
  }) => ReactNode;
  /** One step after the other, each checked before the next; its children send the form from the last one. */
  readonly Steps: FunctionComponent<{ readonly steps: readonly FormStep[]; readonly children: ReactNode }>;
  /** The button that sends the form; `pending` is its text meanwhile. */
  readonly Submit: FunctionComponent<Omit<ComponentProps<typeof Button>, 'type' | 'onClick'>>;
}

type Initial<V> = V extends Leaf
  ? V
  : V extends readonly (infer Item)[]
    ? readonly Initial<Item>[]
    : { readonly [N in keyof V]?: Initial<V[N]> | null | undefined };

type Rest<C, K extends keyof C> = Omit<Request<C, K>, 'body' | 'files' | 'signal' | 'timeoutMs'>;

/** One of the form's calls, and what belongs to it. */
type Target<C, E extends Catalogue, K extends keyof C> = {
  readonly onSuccess?: (reply: Success<CallAt<C, K>>) => void;
  /** What is read again after success; by default, everything. */
  readonly rereads?: Rereads;
  /** What the form says when the call fails, in place of the problem's detail. */
  readonly errorText?: (problem: Failed<CallAt<C, K>, E>['problem']) => string;
} & (Nothing extends Rest<C, K>
  ? { readonly request?: Rest<C, K> }
  : { /** The call's other parts, such as `params`. */ readonly request: Rest<C, K> });

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

export type FormProps<C, E extends Catalogue, K extends keyof C & string> = {
  readonly [One in K]: Target<C, E, One> &
    (true extends IsUnion<K>
      ? { /** Which of the form's calls. */ readonly call: One }
      : { readonly call?: One });
}[K] & {
  /** What the fields show at first. Members that the body does not have are left out. */
  readonly initial?: Initial<BodyOf<C, K>>;
  /** After success the form shows its initial values again, instead of those that were sent. */
  readonly clears?: boolean;
  readonly children: ReactNode;
};

export type FormFor<C, E extends Catalogue, K extends keyof C & string> = FunctionComponent<
  FormProps<C, E, K>
> &
  Parts<BodyOf<C, K>> & {
    /** A choice of files, by the name that the call has for them. */
    readonly File: FunctionComponent<
      Omit<ComponentProps<typeof Field>, 'name' | 'type' | 'error'> & {
        readonly name: FileName<Request<C, K>>;
      }
    >;
  };

type FileName<R> = R extends { readonly files?: infer F } ? keyof NonNullable<F> & string : never;

/** Makes a form for one or more calls with the same body. The keys are written there: the build reads them. */
export type CreateForm<C extends Calls, E extends Catalogue> = <K extends FormKey<C>>(
  ...keys: readonly [K, ...K[]]
) => FormFor<C, E, K>;
