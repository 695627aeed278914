import type * as Type from 'typebox';
import { guard } from './guarded-value.ts';
import { escaped, isTuple, nodeAt, segmentsOf, type SchemaNode } from './schema/schema-node.ts';

/** Rule across the fields of an object. Runs in the BFF and in the browser. Violations that a schema error may have caused are dropped. */
export type Rule<Value> = {
  /** Name of the rule in error responses, such as `after-start`. */
  readonly rule: string;
  /** Text for users, also used as description in the OpenAPI document. */
  readonly message: string;
} & (
  | {
      /** Field that shows the error: a JSON pointer (RFC 6901) from the object, such as `/to`. */
      readonly field: string;
      /** Returns true if the value satisfies the rule. */
      readonly check: (value: Value) => boolean;
    }
  | {
      readonly field?: never;
      /** Returns JSON pointers to the invalid fields, such as `/rows/3/content`. */
      readonly check: (value: Value) => readonly string[];
    }
);

/** The platform's own schema keywords. `message` is a field's error message for all keywords; `messages` has one per keyword. */
export const ANNOTATIONS = ['rules', 'message', 'messages'] as const;

interface RuledNode extends SchemaNode {
  readonly rules?: readonly Rule<unknown>[];
}

/** Adds rules to the schema of an object. Throws if the schema lacks the `field` of a rule. */
export function withRules<S extends Type.TSchema>(schema: S, rules: readonly Rule<Type.Static<S>>[]): S {
  for (const { rule, field } of rules)
    if (field !== undefined && !nodeAt(schema, segmentsOf(field)))
      throw new Error(`The rule ${rule}: the schema has no ${field}`);
  const { description } = schema as { readonly description?: string };
  const prose = [...(description ? [description] : []), ...rules.map(({ message }) => message)].join(' ');
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { rules, description: prose }) as unknown as S;
}

/** Violated rule, in the form of Ajv's errors. */
export interface BrokenRule {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `invalid` lists the pointers of the value's schema errors. */
export type RuleCheck = (value: unknown, invalid: readonly string[], pointer?: string) => BrokenRule[];

/** Creates a function that checks the rules of a schema and of its members. Returns undefined if there are no rules. */
export function ruleCheckOf(schema: RuledNode): RuleCheck | undefined {
  const { rules = [], properties = {}, items } = schema;
  const places = [...Object.entries(properties), ...(isTuple(items) ? Object.entries(items) : [])];
  const members = places.flatMap(([name, node]) => withCheck(name, ruleCheckOf(node)));
  const ofItems = items && !isTuple(items) ? ruleCheckOf(items) : undefined;
  const all = (schema.allOf ?? []).flatMap((node) => ruleCheckOf(node) ?? []);
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((node) =>
    withCheck(node, ruleCheckOf(node)),
  );
  if (rules.length + members.length + all.length + either.length === 0 && !ofItems) return undefined;
  return (value, invalid, pointer = '') => {
    if (typeof value !== 'object' || value === null) return [];
    const broken = invalid.includes(pointer)
      ? []
      : rules.flatMap((rule) => brokenBy(rule, value, invalid, pointer));
    const fields = value as Readonly<Record<string, unknown>>;
    return [
      ...broken,
      ...members.flatMap(([name, check]) => check(fields[name], invalid, `${pointer}/${escaped(name)}`)),
      ...(ofItems && Array.isArray(value)
        ? value.flatMap((item, index) => ofItems(item, invalid, `${pointer}/${index}`))
        : []),
      ...all.flatMap((check) => check(value, invalid, pointer)),
      ...either.flatMap(([node, check]) => (isOf(node, fields) ? check(value, invalid, pointer) : [])),
    ];
  };
}

/** Runs a rule. Returns its violations, except those that a schema error may have caused. */
function brokenBy(
  { field = '', rule, message, check }: Rule<unknown>,
  value: unknown,
  invalid: readonly string[],
  pointer: string,
): BrokenRule[] {
  const { guarded, read } = guard(value, invalid, pointer);
  const results = tryCheck(check, guarded, read);
  const places = typeof results === 'boolean' ? (results ? [] : [field]) : results;
  const isReliable = (place: string) =>
    [...read].every((bad) => typeof results !== 'boolean' && areInSeparateItems(bad, pointer + place));
  return places.filter(isReliable).map((place) => ({
    instancePath: pointer + place,
    keyword: rule,
    message,
    params: { isOwn: true },
  }));
}

/** Runs a rule. If the rule throws after it has read an invalid field, returns no violations: the field may have the wrong type. */
function tryCheck(check: Rule<unknown>['check'], value: unknown, read: ReadonlySet<string>) {
  try {
    return check(value);
  } catch (error) {
    if (read.size === 0) throw error;
    return [];
  }
}

/** True if two pointers are in different items of one array. */
function areInSeparateItems(one: string, other: string): boolean {
  const [segments, others] = [segmentsOf(one), segmentsOf(other)];
  const at = segments.findIndex((segment, index) => segment !== others[index]);
  return [segments[at], others[at]].every((segment = '') => /^\d+$/.test(segment));
}

const withCheck = <K>(key: K, check: RuleCheck | undefined): (readonly [K, RuleCheck])[] =>
  check ? [[key, check]] : [];

/** True if a value has the required members of this union branch, with the constants that the branch declares. */
const isOf = (node: SchemaNode, value: Readonly<Record<string, unknown>>): boolean =>
  (node.required ?? []).every((name) => {
    const { const: constant } = node.properties?.[name] ?? {};
    return name in value && (constant === undefined || constant === value[name]);
  });
