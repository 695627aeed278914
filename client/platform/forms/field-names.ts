/** Field names of a body: `title`, `customer.address.city`, `tags.0`. */
export type FieldName<V> = V extends Leaf
  ? never
  : V extends readonly (infer Item)[]
    ? Path<number, Item>
    : { [N in Member<V>]: Path<N, At<V, N>> }[Member<V>];

/** Names a list of leaves both as a whole (`tags`) and by item (`tags.0`). */
type Path<N extends string | number, V> =
  | (V extends Leaf | readonly Leaf[] ? `${N}` : never)
  | `${N}.${FieldName<V>}`;

export type ValueAt<V, N extends string> = V extends readonly (infer Item)[]
  ? N extends `${number}.${infer Rest}`
    ? ValueAt<Item, Rest>
    : Item
  : N extends `${infer First}.${infer Rest}`
    ? ValueAt<At<V, First>, Rest>
    : At<V, N>;

export type GroupName<V> = { [N in Member<V>]: At<V, N> extends Leaf | List ? never : N }[Member<V>];
export type ListName<V> = { [N in Member<V>]: At<V, N> extends List ? N : never }[Member<V>];
export type ItemOf<V> = V extends readonly (infer Item)[] ? Item : never;

/** Type of member `N`. Ignores the parts of a union that lack the member. */
export type At<V, N extends string> = V extends { readonly [P in N]?: infer M } ? NonNullable<M> : never;
/** Member names of an object, or of all parts of a union. */
type Member<V> = V extends Leaf | List ? never : V extends unknown ? keyof V & string : never;
export type Leaf = string | number | boolean | Blob | null | undefined;
type List = readonly unknown[];
