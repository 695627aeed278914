export type Node = Readonly<Record<string, unknown>>;

/**
 * Copies a schema. The copy rejects unknown fields at every depth, except where the schema has a keyword such as `additionalProperties`. An `allOf`
 * accepts the fields of all its parts (`unevaluatedProperties`, JSON Schema 2019-09, section 9.3.2.4).
 */
export function closed<S extends object>(schema: S): S {
  const known = copies.get(schema);
  if (known) return known as S;
  const copy = close(schema) as S;
  copies.set(schema, copy);
  return copy;
}

/** Closed copies by schema, so that what is compiled from a copy can be found again. */
const copies = new WeakMap<object, object>();

export const mapValues = (node: Node, map: (value: unknown, key: string) => unknown): Node =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));

/** Closes a node. Leaves it open if it is a `part` of an `allOf`, because only the whole `allOf` can tell which fields are unknown. */
function close(node: unknown, part = false): unknown {
  if (Array.isArray(node)) return node.map((item) => close(item, part));
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Node;
  const out = mapValues(schema, (child, keyword) => {
    if (['properties', 'patternProperties', '$defs'].includes(keyword))
      return mapValues(child as Node, (member) => close(member));
    if (['items', 'additionalProperties'].includes(keyword)) return close(child);
    return ['anyOf', 'oneOf', 'allOf'].includes(keyword) ? close(child, part || keyword === 'allOf') : child;
  });
  const ownRules = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];
  const open = ownRules.some((rule) => rule in schema);
  const combined = 'allOf' in schema;
  if (part || open || !('properties' in schema || combined)) return out;
  return { ...out, [combined ? 'unevaluatedProperties' : 'additionalProperties']: false };
}
