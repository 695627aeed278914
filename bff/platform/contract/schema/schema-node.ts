import { oncePerSchema } from './once-per-schema.ts';
import { type Choice, type Common, joined, type Keywords, leafOf, type LeafShape } from './leaf-node.ts';
import { inheritedSources, ownSources, type RuleSource } from './rule-source.ts';
import { isObject, memberOf } from './json-pointer.ts';

/** Shapes of values in the dialect (bff/docs/schemas.md#the-dialect). */
type Shape =
  | LeafShape
  | ObjectShape
  /** `keyPattern` is undefined if all keys are accepted. */
  | { readonly kind: 'record'; readonly value: SchemaNode; readonly keyPattern: string | undefined }
  | { readonly kind: 'array'; readonly item: SchemaNode }
  /** A union of objects. Each has a constant of its own in the member `discriminator`. */
  | {
      readonly kind: 'union';
      readonly discriminator: string;
      readonly branches: ReadonlyMap<unknown, ObjectNode>;
    }
  /** A union of strings, numbers or Booleans, only in responses. */
  | { readonly kind: 'scalars'; readonly parts: readonly SchemaNode[] }
  /** Outside of the dialect. `keyword` says why. */
  | { readonly kind: 'foreign'; readonly keyword: string };

interface ObjectShape {
  readonly kind: 'object';
  readonly members: ReadonlyMap<string, SchemaNode>;
  readonly required: ReadonlySet<string>;
  /** True if it accepts undeclared members. */
  readonly isOpen: boolean;
}

/** A schema of the dialect, parsed. Nothing else looks at the keywords that give a schema its shape. */
export type SchemaNode = Shape & Parsed;
export type ObjectNode = ObjectShape & Parsed;

interface Parsed extends Common {
  readonly schema: object;
  /** Rules of the schema, and of the schemas from which its members are taken. */
  readonly sources: readonly RuleSource[];
}

type Schema = Readonly<Record<string, unknown>>;

/** Parses a schema. Its parts that are outside of the dialect become nodes of the kind `foreign`. */
export const nodeOf: (schema: object) => SchemaNode = oncePerSchema((schema) => parse(schema as Schema));

const ANY_KEY = '^.*$';
/** Keywords for which the dialect has something else. */
const FOREIGN = ['allOf', 'oneOf', 'not', 'if', '$ref', '$defs', 'contains', 'propertyNames'];

function parse(schema: Schema): SchemaNode {
  const { type, anyOf, properties, required, items, patternProperties, additionalProperties, ...keywords } =
    schema;
  const sources = ownSources(schema);
  const node = (shape: Shape): SchemaNode => ({ ...shape, schema, sources, isNullable: false, keywords });
  const foreign = (keyword: string) => node({ kind: 'foreign', keyword });

  const unsupported = FOREIGN.find((keyword) => keyword in schema);
  if (unsupported !== undefined) return foreign(unsupported);
  const leaf = leafOf(schema);
  if (leaf) return { ...leaf, schema, sources };
  if (anyOf) return unionOf((anyOf as readonly object[]).map(nodeOf), schema, keywords);
  switch (type) {
    case undefined:
      return node({ kind: 'unknown' });
    case 'array':
      return Array.isArray(items) ? foreign('items') : node({ kind: 'array', item: nodeOf(items ?? {}) });
    case 'object': {
      if (isObject(additionalProperties)) return foreign('additionalProperties');
      const [record, ...others] = Object.entries((patternProperties ?? {}) as Record<string, object>);
      if (record && (properties || others.length > 0)) return foreign('patternProperties');
      if (record) {
        const [pattern, value] = record;
        const keyPattern = pattern === ANY_KEY ? undefined : pattern;
        return node({ kind: 'record', value: nodeOf(value), keyPattern });
      }
      const entries = Object.entries((properties ?? {}) as Record<string, object>);
      const object = node({
        kind: 'object',
        members: new Map(entries.map(([name, member]) => [name, nodeOf(member)])),
        required: new Set((required ?? []) as readonly string[]),
        isOpen: additionalProperties === true,
      });
      const inherited = entries.flatMap(([, member]) => inheritedSources(member));
      return { ...object, sources: [...new Set([...inherited, ...sources])] };
    }
    default:
      return foreign(`type ${String(type)}`);
  }
}

function unionOf(parts: readonly SchemaNode[], schema: object, keywords: Keywords): SchemaNode {
  const own = ownSources(schema);
  const alone = joined(parts, keywords);
  if (alone) return { ...alone, schema, sources: [...parts.flatMap(({ sources }) => sources), ...own] };
  const foreign = parts.find(({ kind }) => kind === 'foreign');
  if (foreign) return foreign;
  const others = parts.filter((part) => part.kind !== 'choice' || part.choices.length > 0);
  const isNullable = parts.some((part) => part.isNullable);
  const node = (shape: Shape): SchemaNode => ({ ...shape, schema, keywords, sources: own, isNullable });
  if (others.every(({ kind }) => SCALARS.includes(kind))) return node({ kind: 'scalars', parts: others });
  const objects = others.map((part) => objectsOf(part));
  const union = objects.every(({ length }) => length > 0) ? discriminated(objects.flat()) : undefined;
  return node(union ?? { kind: 'foreign', keyword: 'anyOf' });
}

const SCALARS = ['string', 'number', 'integer', 'boolean', 'choice', 'scalars'];

/** Finds the discriminator: a required member with other constants in each object. */
function discriminated(objects: readonly ObjectNode[]): Shape | undefined {
  for (const discriminator of objects[0]?.required ?? []) {
    const choices = objects.flatMap((branch) => {
      const member = branch.required.has(discriminator) ? branch.members.get(discriminator) : undefined;
      const values = member?.kind === 'choice' && !member.isNullable ? member.choices : [undefined];
      return values.map((value) => [value, branch] as const);
    });
    const branches = new Map<unknown, ObjectNode>(choices);
    if (branches.size === choices.length && !branches.has(undefined))
      return { kind: 'union', discriminator, branches };
  }
  return undefined;
}

/** Returns the objects that a value may be: of a union, the one that the value's discriminator chooses, otherwise all. */
export function objectsOf(node: SchemaNode, value?: unknown): readonly ObjectNode[] {
  if (node.kind === 'object') return [node];
  if (node.kind !== 'union') return [];
  const chosen = node.branches.get(memberOf(value, node.discriminator));
  return chosen ? [chosen] : [...new Set(node.branches.values())];
}

/** Returns the names of an object's members, or of all objects of a union. */
export const namesOf = (node: SchemaNode, value?: unknown): string[] => [
  ...new Set(objectsOf(node, value).flatMap(({ members }) => [...members.keys()])),
];

/** Finds the node of a member or an item. In a union, `value` chooses the object; without it, returns the first object's that has the member. */
export function childOf(node: SchemaNode, name: string, value?: unknown): SchemaNode | undefined {
  if (node.kind === 'record') return node.value;
  if (node.kind === 'array') return /^\d+$/.test(name) ? node.item : undefined;
  if (node.kind === 'union' && name === node.discriminator) {
    const choices = [...node.branches.keys()] as Choice[];
    return { kind: 'choice', choices, schema: node.schema, isNullable: false, keywords: {}, sources: [] };
  }
  return objectsOf(node, value)
    .find(({ members }) => members.has(name))
    ?.members.get(name);
}

/** Finds the node at a path. */
export function nodeAt(node: SchemaNode, path: readonly string[], value?: unknown): SchemaNode | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return node;
  const child = childOf(node, name, value);
  return child && nodeAt(child, rest, memberOf(value, name));
}

/** Lists the nodes directly beneath a node, each with its segment of a JSON pointer: a name, or `*` for each item or value. */
export function childrenOf(node: SchemaNode): readonly (readonly [segment: string, child: SchemaNode])[] {
  if (node.kind === 'record') return [['*', node.value]];
  if (node.kind === 'array') return [['*', node.item]];
  return objectsOf(node).flatMap(({ members }) => [...members]);
}
