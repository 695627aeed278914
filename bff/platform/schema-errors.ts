import { requestAjv } from './ajv.ts';
import { ANNOTATIONS } from './contract/rules.ts';

type Node = Readonly<Record<string, unknown>>;

/** Keywords whose value is one schema. */
const ONE = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
/** Keywords whose value is a list of schemas, or schemas by name. */
const SEVERAL = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'items',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
]);

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/**
 * TypeBox's hidden members that don't affect validation. Other hidden members hold functions, such as a refinement or a codec, which JSON Schema
 * cannot express.
 */
const HARMLESS = new Set(['~kind', '~optional', '~readonly', '~immutable', '~unsafe']);

/** Reports a pattern that is not a regular expression. Validation is compiled at its first use, so Ajv would report it too late. */
function patternError(pattern: unknown, pointer: string): string[] {
  try {
    RegExp(String(pattern), 'u');
    return [];
  } catch (error) {
    return [`${pointer}: ${String(error)}`];
  }
}

/** True if a value matches a schema, or if the schema cannot be compiled by itself, because of a reference or another mistake. */
function accepts(schema: Node, value: unknown): boolean {
  try {
    return requestAjv.compile({ ...schema })(structuredClone(value));
  } catch {
    return true;
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Lists the parts of a schema that validation would not enforce, with their JSON pointers. Skips schemas in `seen`, and adds the others to `seen`. */
export function schemaErrors(schema: unknown, seen: WeakSet<object>, pointer = ''): string[] {
  if (!isNode(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const found: string[] = [];
  const add = (what: string) => found.push(`${pointer}: ${what}`);
  // TypeBox's hidden members are not enumerable.
  for (const name of Object.getOwnPropertyNames(schema)) {
    const value = schema[name];
    if (name.startsWith('~')) {
      if (!HARMLESS.has(name)) add(`validation does not run ${name.slice(1)}`);
    } else if (!requestAjv.RULES.keywords[name] && !(ANNOTATIONS as readonly string[]).includes(name)) {
      add(`validation has no keyword ${name}`);
    } else if (name === 'type') {
      for (const type of [value].flat())
        if (!TYPES.has(String(type))) add(`JSON has no type ${String(type)}`);
    } else if (name === 'format' && !(String(value) in requestAjv.formats)) {
      add(`validation has no format ${String(value)}`);
    } else if (name === 'pattern') {
      found.push(...patternError(value, pointer));
    } else if (name === 'default') {
      if (!accepts(schema, value)) add(`the default ${JSON.stringify(value)} does not match the schema`);
    } else if (ONE.has(name) && !Array.isArray(value)) {
      found.push(...schemaErrors(value, seen, `${pointer}/${name}`));
    } else if (SEVERAL.has(name) && isNode(value)) {
      for (const [key, child] of Object.entries(value)) {
        if (name === 'patternProperties') found.push(...patternError(key, pointer));
        found.push(...schemaErrors(child, seen, `${pointer}/${name}/${key}`));
      }
    }
  }
  return found;
}
