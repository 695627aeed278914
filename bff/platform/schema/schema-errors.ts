import { CONSTRAINTS, enforcedSchema, type Use } from '#platform/contract/schema/enforced-schema.ts';
import type { Rule } from '#platform/contract/rules.ts';
import { segmentsOf } from '#platform/contract/schema/json-pointer.ts';
import { HIDDEN, ownSources } from '#platform/contract/schema/rule-source.ts';
import { childrenOf, nodeAt, nodeOf, type SchemaNode } from '#platform/contract/schema/schema-node.ts';
import { requestAjv, responseAjv } from './ajv.ts';

const UNION =
  'declare a union of constants, of one type and null, or of objects that each have a constant of their own';

/** Replacements of foreign schemas by keyword: the schema's name in TypeBox, and advice. */
const INSTEAD: Readonly<Record<string, readonly [name: string, advice: string]>> = {
  allOf: [
    'Type.Intersect (allOf)',
    'spread the members of both into one object: Type.Object({ ...First.properties, … })',
  ],
  $ref: ['Type.Cyclic ($ref)', 'declare a flat list whose items have a parentId'],
  items: ['Type.Tuple', 'declare an object'],
  anyOf: ['this Type.Union (anyOf)', UNION],
  patternProperties: ['patternProperties', 'declare either the members or Type.Record, not both'],
  additionalProperties: ['additionalProperties', 'use Type.Record, or declare the members'],
  'type bigint': ['Type.BigInt', "use Type.String({ format: 'int64' })"],
  'type undefined': ['Type.Undefined', 'use Type.Optional'],
};

function foreignError(keyword: string): string {
  const another = 'declare another type of the dialect (bff/docs/schemas.md#the-dialect)';
  const [name, advice] = INSTEAD[keyword] ?? [keyword, another];
  return `${name} is not supported: ${advice}`;
}

/** Keywords of every kind of schema, besides the constraints. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'message',
  'messages',
];

/** TypeBox's hidden members that don't affect validation. Others hold functions, such as a refinement or a codec. */
const HARMLESS = new Set([...HIDDEN, '~kind', '~optional', '~readonly', '~immutable', '~unsafe']);

/** Lists the hidden functions of a schema, such as a refinement, which validation does not run. */
export const hiddenFunctions = (schema: object): string[] =>
  Object.getOwnPropertyNames(schema).flatMap((name) =>
    name.startsWith('~') && !HARMLESS.has(name) ? [`validation does not run ${name.slice(1)}`] : [],
  );

/**
 * Lists the parts of a schema that are outside of the dialect (bff/docs/schemas.md#the-dialect), each with its JSON pointer; `*` stands for each item
 * or value. Also builds each pattern, and validates each default, because the schema is compiled only at its first use. Skips schemas in `seen`, and
 * adds the others to `seen`.
 */
export function schemaErrors(
  schema: object,
  seen: WeakSet<object>,
  use: Use,
  formats = requestAjv.formats,
): string[] {
  const errorsOf = (node: SchemaNode, pointer: string): string[] => {
    if (seen.has(node.schema)) return [];
    seen.add(node.schema);
    return [
      ...ownErrors(node, use, formats).map((error) => `${pointer}: ${error}`),
      ...childrenOf(node).flatMap(([segment, child]) => errorsOf(child, `${pointer}/${segment}`)),
    ];
  };
  return errorsOf(nodeOf(schema), '');
}

function ownErrors(node: SchemaNode, use: Use, formats: object): string[] {
  const { kind, keywords, schema } = node;
  if (kind === 'foreign') return [foreignError(node.keyword)];
  if (kind === 'scalars' && use === 'request')
    return [`a union of types is only supported in responses and errors: ${UNION}`];
  const { pattern, format } = keywords;
  const accepted: readonly string[] = [...CONSTRAINTS[kind], ...ANNOTATIONS];
  const patterns = [pattern ?? [], (kind === 'record' && node.keyPattern) || []].flat();
  return [
    ...hiddenFunctions(schema).map((error) => `${error}: use withRules, or convert in the handler`),
    ...Object.keys(keywords)
      .filter((keyword) => !accepted.includes(keyword))
      .map((keyword) => `the type ${kind} has no keyword ${keyword}`),
    ...(kind === 'object' ? [...node.members.keys()] : [])
      .filter((name) => name in {})
      .map((name) => `every JavaScript object has a member ${name}: rename it`),
    ...patterns.flatMap(patternError),
    ...(format !== undefined && !(format in formats) ? [`there is no format ${format}`] : []),
    ...defaultErrors(node, use),
    ...ownSources(schema).flatMap(({ rules }) => ruleErrors(rules as readonly Rule<unknown>[], node)),
  ];
}

const ruleErrors = (rules: readonly Rule<unknown>[], node: SchemaNode): string[] =>
  rules.flatMap(({ rule, field }) =>
    field === undefined || nodeAt(node, segmentsOf(field)) ? [] : [`the rule ${rule}: there is no ${field}`],
  );

function patternError(pattern: string): string[] {
  try {
    RegExp(pattern, 'u');
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function defaultErrors({ schema, keywords }: SchemaNode, use: Use): string[] {
  if (!('default' in keywords)) return [];
  const ajv = use === 'request' ? requestAjv : responseAjv;
  try {
    if (ajv.compile(enforcedSchema(schema, use))(structuredClone(keywords.default))) return [];
  } catch {
    // Reported where the mistake is.
    return [];
  }
  return [`the default ${JSON.stringify(keywords.default)} does not match the schema`];
}
