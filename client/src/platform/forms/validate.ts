import { type Fields, isFields, type SchemaNode, step } from './schema-node.ts';
import { rulesFor } from './schema-rules.ts';

export interface BodyError {
  /** A JSON pointer (RFC 6901) to the field, also to a missing or an unknown one. */
  readonly pointer: string;
  /** The keyword of the schema that is violated, such as `minLength`. */
  readonly rule: string;
  /** The keyword's value, such as 3. */
  readonly limit?: unknown;
}

interface At {
  readonly pointer: string;
  readonly errors: BodyError[];
  /** One of the schemas of an `allOf`: these are closed together. */
  readonly part?: boolean;
  /** Beneath an `anyOf` or `oneOf`: there the BFF fills in no defaults. */
  readonly choice?: boolean;
}

const ALL = Symbol('every field');
type Known = Set<string | typeof ALL>;

/**
 * Every error that the BFF would find in a body, by the same rules: objects take no fields that the schema does not name, and defaults
 * fill in missing fields. It uses no `new Function`, which the content security policy forbids. It knows the keywords of
 * `schema-rules.ts`, objects, `items`, `allOf`, `anyOf` and `oneOf`; other keywords are checked by the BFF alone.
 */
export function validate(schema: SchemaNode, value: unknown): BodyError[] {
  const errors: BodyError[] = [];
  check(schema, structuredClone(value), { pointer: '', errors });
  return errors;
}

/** Collects the errors and returns the fields that the schema knows of. */
function check(schema: SchemaNode, value: unknown, at: At): Known {
  const known: Known = new Set();
  const rules = rulesFor(value);
  for (const [rule, limit] of Object.entries(schema)) {
    if (rules[rule] && !rules[rule](value as never, limit as never))
      at.errors.push({ pointer: at.pointer, rule, limit });
  }
  checkCombined(schema, value, at, known);
  if (Array.isArray(value) && schema.items) {
    for (const [index, item] of value.entries())
      check(schema.items, item, { ...at, part: false, pointer: at.pointer + step(index) });
  }
  if (isFields(value)) checkFields(schema, value, at, known);
  return known;
}

function checkCombined({ allOf = [], anyOf, oneOf }: SchemaNode, value: unknown, at: At, known: Known): void {
  for (const each of allOf) add(known, check(each, value, { ...at, part: true }));
  for (const [rule, choices] of Object.entries({ anyOf, oneOf })) {
    if (!choices) continue;
    const errors: BodyError[] = [];
    let passed = 0;
    for (const choice of choices) {
      const found: BodyError[] = [];
      const its = check(choice, value, { ...at, errors: found, choice: true });
      errors.push(...found);
      if (found.length > 0) continue;
      passed += 1;
      if (rule === 'oneOf' && passed > 1) break;
      add(known, its);
    }
    if (rule === 'anyOf' ? passed === 0 : passed !== 1)
      at.errors.push(...errors, { pointer: at.pointer, rule });
  }
}

function checkFields(schema: SchemaNode, value: Fields, at: At, known: Known): void {
  const { properties = {}, required = [], additionalProperties } = schema;
  const inner = (name: string): At => ({ ...at, part: false, pointer: at.pointer + step(name) });
  const children = Object.entries(properties);
  if (!at.choice) {
    for (const [name, child] of children)
      if (value[name] === undefined && child['default'] !== undefined)
        value[name] = structuredClone(child['default']);
  }
  for (const name of required) {
    if (value[name] === undefined) at.errors.push({ pointer: inner(name).pointer, rule: 'required' });
  }
  for (const [name, child] of children) {
    known.add(name);
    if (value[name] !== undefined) check(child, value[name], inner(name));
  }
  const isCombined = 'allOf' in schema;
  const isClosed =
    additionalProperties === false || (!at.part && !isCombined && 'properties' in schema && !isOpen(schema));
  const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  if (isClosed) refuse('additionalProperties', others, inner, at);
  else if (isFields(additionalProperties))
    for (const name of others) check(additionalProperties, value[name], inner(name));
  if (isClosed || isOpen(schema)) known.add(ALL);
  else if (isCombined && !at.part && !known.has(ALL)) {
    refuse(
      'unevaluatedProperties',
      others.filter((name) => !known.has(name)),
      inner,
      at,
    );
    known.add(ALL);
  }
}

const refuse = (
  rule: string,
  names: readonly string[],
  inner: (name: string) => At,
  { errors }: At,
): void => {
  for (const name of names) errors.push({ pointer: inner(name).pointer, rule });
};

/** The schema itself says which other fields it takes. */
const isOpen = (schema: SchemaNode): boolean =>
  'additionalProperties' in schema || 'unevaluatedProperties' in schema || 'patternProperties' in schema;

const add = (known: Known, more: Known): void => more.forEach((each) => known.add(each));
