/** Subset of JSON Schema (2019-09) that the code for forms, rules and messages reads. */
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

/**
 * Returns the schema and its `allOf`, `anyOf` and `oneOf` subschemas, at any depth. If `value` chooses a branch of a discriminated union, omits the
 * other branches.
 */
export const variantsOf = (node: SchemaNode, value?: unknown): SchemaNode[] => [
  node,
  ...[...(node.allOf ?? []), ...branchesOf(node, value)].flatMap((part) => variantsOf(part, value)),
];

/** Returns the branches of a union that a value may match: the branch that the discriminator chooses, otherwise all branches. */
export function branchesOf(node: SchemaNode, value?: unknown): readonly SchemaNode[] {
  const { branches, discriminator, byConstant } = unionOf(node);
  const chosen =
    discriminator !== undefined && isObject(value) && byConstant.get(memberOf(value, discriminator));
  return chosen ? [chosen] : branches;
}

/** Finds the discriminator of a union: a required member with different constants in each branch. */
export const discriminatorOf = (node: SchemaNode): string | undefined => unionOf(node).discriminator;

interface Union {
  readonly branches: readonly SchemaNode[];
  readonly discriminator?: string;
  readonly byConstant: ReadonlyMap<unknown, SchemaNode>;
}

/** Cache by schema, because unions are looked up once per error in a value. */
const unions = new WeakMap<SchemaNode, Union>();

function unionOf(node: SchemaNode): Union {
  const known = unions.get(node);
  if (known) return known;
  const branches = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const union = { branches, byConstant: new Map<unknown, SchemaNode>(), ...discriminated(branches) };
  unions.set(node, union);
  return union;
}

function discriminated(
  branches: readonly SchemaNode[],
): Pick<Required<Union>, 'discriminator' | 'byConstant'> | undefined {
  const objects = branches.filter(({ type }) => type !== 'null');
  const [first, ...others] = objects;
  if (!first || others.length === 0) return undefined;
  const requiredIn = (branch: SchemaNode) => variantsOf(branch).flatMap(({ required = [] }) => required);
  for (const discriminator of requiredIn(first)) {
    const choices = objects.flatMap((branch) => {
      const constants = requiredIn(branch).includes(discriminator)
        ? constantsOf(childOf(branch, discriminator))
        : undefined;
      return constants?.map((constant) => [constant, branch] as const) ?? [[undefined, branch] as const];
    });
    const byConstant = new Map<unknown, SchemaNode>(choices);
    if (byConstant.size === choices.length && !byConstant.has(undefined))
      return { discriminator, byConstant };
  }
  return undefined;
}

/** Returns the constants of a schema. Returns undefined if the schema also accepts other values. */
function constantsOf(node: SchemaNode | undefined): readonly unknown[] | undefined {
  if (!node) return undefined;
  if ('const' in node) return [node.const];
  const branches = (node.anyOf ?? []).map(constantsOf);
  return node.enum ?? (branches.length > 0 && !branches.includes(undefined) ? branches.flat() : undefined);
}

/** Returns the JSON types that a schema accepts, including the types of its constants. */
export const typesOf = (node: SchemaNode): string[] =>
  variantsOf(node).flatMap((variant) => {
    const constants = [...('const' in variant ? [variant.const] : []), ...(variant.enum ?? [])];
    return [variant.type ?? [], constants.map((value) => (value === null ? 'null' : typeof value))].flat(2);
  });

export const isTuple = (items: SchemaNode['items']): items is readonly SchemaNode[] => Array.isArray(items);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Finds the schema of a member or an item. In a union, combines the schemas of all branches, unless `value` chooses a branch. */
export function childOf(node: SchemaNode, name: string, value?: unknown): SchemaNode | undefined {
  const found = variantsOf(node, value).flatMap(({ properties, items }) => {
    const member = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (member || !items || !/^\d+$/.test(name)) return member ?? [];
    return (isTuple(items) ? items[Number(name)] : items) ?? [];
  });
  return found.length > 1 ? { anyOf: found } : found[0];
}

/** Finds the schema at a path. In a union, uses the branch that `value` chooses. */
export function nodeAt(schema: SchemaNode, path: readonly string[], value?: unknown): SchemaNode | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const child = childOf(schema, name, value);
  return child && nodeAt(child, rest, memberOf(value, name));
}

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

/** Finds the product's own error message for the field at `pointer`, which violates `keyword`. */
export function ownMessage(
  schema: SchemaNode,
  value: unknown,
  pointer: string,
  keyword: string,
): string | undefined {
  const node = nodeAt(schema, segmentsOf(pointer), value);
  const variants: readonly WithMessages[] = node ? variantsOf(node) : [];
  const of = (variant: WithMessages) => variant.messages?.[keyword] ?? variant.message;
  return variants.map(of).find((message) => message !== undefined);
}
