import { oncePerSchema } from './once-per-schema.ts';
import type { Keywords } from './leaf-node.ts';
import { nodeOf, type ObjectNode, objectsOf, type SchemaNode } from './schema-node.ts';

/** Maximum length of a record's keys. */
const MAX_KEY = 255;
/** Maximum length of a string with a format, unless its schema has another. The check of some formats takes more than linear time. */
const MAX_FORMATTED = 2_048;
/** Formats whose strings may have any length. */
const ANY_LENGTH = new Set(['byte', 'binary', 'password']);

const { MAX_SAFE_INTEGER, MIN_SAFE_INTEGER } = Number;

type Name = keyof Keywords;
const OF_NUMBERS: readonly Name[] = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'format',
];

/** Constraints by kind. */
export const CONSTRAINTS: Readonly<Record<SchemaNode['kind'], readonly Name[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: OF_NUMBERS,
  integer: OF_NUMBERS,
  array: ['minItems', 'maxItems', 'uniqueItems'],
  record: ['minProperties', 'maxProperties'],
  boolean: [],
  choice: [],
  object: [],
  union: [],
  scalars: [],
  unknown: [],
  foreign: [],
};

/** A session is checked like a request, but may have undeclared members, because another version of the BFF may have written it. */
export type Use = 'request' | 'response' | 'session';

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Returns the JSON Schema that validators enforce. In addition to the given schema, it rejects undeclared members, and limits
 *
 * - integers to ±(2⁵³ − 1), because a double represents others inexactly. In a request also numbers, on each side that the schema does not limit.
 * - the length of keys, and of strings with a format.
 *
 * A value has only the errors of the object that its discriminator chooses: unions become `if` and `else`.
 */
export const enforcedSchema = (schema: object, use: Use): JsonSchema => schemasFor[use](schema);

const schemasFor = {
  request: oncePerSchema((schema) => enforced(nodeOf(schema), 'request')),
  response: oncePerSchema((schema) => enforced(nodeOf(schema), 'response')),
  session: oncePerSchema((schema) => enforced(nodeOf(schema), 'session')),
};

function enforced(node: SchemaNode, use: Use): JsonSchema {
  const shape = shapeOf(node, use);
  // A choice lists null among its values.
  const schema = node.isNullable && node.kind !== 'choice' ? { if: { type: 'null' }, else: shape } : shape;
  return 'default' in node.keywords ? { ...schema, default: node.keywords.default } : schema;
}

function shapeOf(node: SchemaNode, use: Use): JsonSchema {
  const inner = (part: SchemaNode) => enforced(part, use);
  const constraints = Object.fromEntries(
    CONSTRAINTS[node.kind].flatMap((name) => (name in node.keywords ? [[name, node.keywords[name]]] : [])),
  );
  switch (node.kind) {
    case 'string': {
      const { format, maxLength } = node.keywords;
      const isLimited = format !== undefined && maxLength === undefined && !ANY_LENGTH.has(format);
      return { type: 'string', ...(isLimited && { maxLength: MAX_FORMATTED }), ...constraints };
    }
    case 'number':
    case 'integer':
      return { type: node.kind, ...constraints, ...boundsOf(node.kind, node.keywords, use) };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice': {
      const [only, ...others] = [...node.choices, ...(node.isNullable ? [null] : [])];
      return others.length > 0 ? { enum: [only, ...others] } : { const: only };
    }
    case 'array':
      return { type: 'array', items: inner(node.item), ...constraints };
    case 'record': {
      const { keyPattern, value } = node;
      return {
        type: 'object',
        propertyNames: { maxLength: MAX_KEY },
        patternProperties: { [keyPattern ?? '']: inner(value) },
        additionalProperties: false,
        ...constraints,
      };
    }
    case 'object':
      return {
        type: 'object',
        required: [...node.required],
        properties: Object.fromEntries([...node.members].map(([name, member]) => [name, inner(member)])),
        ...(use !== 'session' && { additionalProperties: node.isOpen ? unknown(use) : false }),
      };
    case 'union': {
      const { discriminator: name, branches } = node;
      const chooses = (branch: ObjectNode): JsonSchema => ({
        type: 'object',
        required: [name],
        properties: { [name]: inner(branch.members.get(name) as SchemaNode) },
      });
      return {
        type: 'object',
        required: [name],
        properties: { [name]: { enum: [...branches.keys()] } },
        allOf: objectsOf(node).map((branch) => ({ if: { not: chooses(branch) }, else: inner(branch) })),
      };
    }
    case 'scalars':
      return { anyOf: node.parts.map(inner) };
    case 'unknown':
      return unknown(use);
    case 'foreign':
      break;
  }
  throw new TypeError(`${node.keyword} is not supported (bff/docs/schemas.md#the-dialect)`);
}

/** `exact` and `finite` are keywords of `ajv.ts`: numbers that a double represents exactly, or numbers that JSON has. */
const unknown = (use: Use): JsonSchema => ({ [use === 'response' ? 'finite' : 'exact']: true });

function boundsOf(kind: 'number' | 'integer', keywords: Keywords, use: Use): JsonSchema {
  if (kind === 'number' && use === 'response') return {};
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords;
  if (kind === 'integer')
    return {
      minimum: Math.max(MIN_SAFE_INTEGER, minimum ?? -Infinity),
      maximum: Math.min(MAX_SAFE_INTEGER, maximum ?? Infinity),
    };
  return {
    ...(exclusiveMinimum === undefined && { minimum: minimum ?? MIN_SAFE_INTEGER }),
    ...(exclusiveMaximum === undefined && { maximum: maximum ?? MAX_SAFE_INTEGER }),
  };
}
