/** Subset of JSON Schema (2019-09) that forms, rules and messages read. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
}

/** Returns the schema and the parts that it combines by `allOf`, `anyOf` and `oneOf`, at any depth. */
export const variantsOf = (node: SchemaNode): SchemaNode[] => [
  node,
  ...[node.allOf ?? [], node.anyOf ?? [], node.oneOf ?? []].flat().flatMap(variantsOf),
];

export const isTuple = (items: SchemaNode['items']): items is readonly SchemaNode[] => Array.isArray(items);

/** Finds the schema of a member or an item. In a union, combines those of all its parts. */
export function childOf(node: SchemaNode, name: string): SchemaNode | undefined {
  const found = variantsOf(node).flatMap(({ properties, items }) => {
    const member = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member || !items || !/^\d+$/.test(name)) return member ?? [];
    return (isTuple(items) ? items[Number(name)] : items) ?? [];
  });
  return found.length > 1 ? { anyOf: found } : found[0];
}

export const nodeAt = (schema: SchemaNode, path: readonly string[]): SchemaNode | undefined =>
  path.reduce<SchemaNode | undefined>((node, name) => node && childOf(node, name), schema);

/** Escapes a member name for a JSON pointer (RFC 6901, section 3). */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Splits a JSON pointer (RFC 6901, section 4) into member names and indexes. */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

interface WithMessages extends SchemaNode {
  readonly message?: string;
  readonly messages?: Readonly<Record<string, string>>;
}

/** Finds the product's own text for a keyword that the field at the pointer violates. */
export function ownMessage(schema: SchemaNode, pointer: string, keyword: string): string | undefined {
  const node = nodeAt(schema, segmentsOf(pointer));
  const variants: readonly WithMessages[] = node ? variantsOf(node) : [];
  const of = (variant: WithMessages) => variant.messages?.[keyword] ?? variant.message;
  return variants.map(of).find((message) => message !== undefined);
}
