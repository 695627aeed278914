import type * as Type from 'typebox';
import { escaped, isTuple, nodeAt, segmentsOf, type SchemaNode } from './schema/schema-node.ts';

/** Rule across the fields of an object. */
export interface Rule<Value> {
  /** Field that shows the error: a JSON pointer (RFC 6901) from the object, such as `/to`. */
  readonly field: string;
  /** Name in the errors of a problem, such as `after-start`. */
  readonly rule: string;
  /** Text for users, also used as description in the OpenAPI document. */
  readonly message: string;
  /** True if the value satisfies the rule. Runs in the BFF and the browser, after the object satisfies its schema. */
  readonly check: (value: Value) => boolean;
}

/** Our own schema keywords: `rules`, and a product's error texts for all (`message`) or some (`messages`) keywords of a field. */
export const ANNOTATIONS = ['rules', 'message', 'messages'] as const;

interface RuledNode extends SchemaNode {
  readonly rules?: readonly Rule<unknown>[];
}

/** Adds rules across the fields of an object to its schema. Throws for a rule at an unknown field. */
export function withRules<S extends Type.TSchema>(schema: S, rules: readonly Rule<Type.Static<S>>[]): S {
  for (const { rule, field } of rules)
    if (!nodeAt(schema, segmentsOf(field))) throw new Error(`The rule ${rule}: the schema has no ${field}`);
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

export type RuleCheck = (value: unknown, invalid: readonly string[], pointer?: string) => BrokenRule[];

/** Creates the rule check of a schema; undefined if it has no rules. Skips a rule if a pointer in `invalid` is within its object. */
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
    const isSound = !invalid.some((place) => place === pointer || place.startsWith(`${pointer}/`));
    const broken = isSound ? rules.filter(({ check }) => !check(value)) : [];
    const fields = value as Readonly<Record<string, unknown>>;
    return [
      ...broken.map(({ field, rule, message }) => ({
        instancePath: pointer + field,
        keyword: rule,
        message,
        params: { isOwn: true },
      })),
      ...members.flatMap(([name, check]) => check(fields[name], invalid, `${pointer}/${escaped(name)}`)),
      ...(ofItems && Array.isArray(value)
        ? value.flatMap((item, index) => ofItems(item, invalid, `${pointer}/${index}`))
        : []),
      ...all.flatMap((check) => check(value, invalid, pointer)),
      ...either.flatMap(([node, check]) => (isOf(node, fields) ? check(value, invalid, pointer) : [])),
    ];
  };
}

const withCheck = <K>(key: K, check: RuleCheck | undefined): (readonly [K, RuleCheck])[] =>
  check ? [[key, check]] : [];

/** True if a value matches this part of a union: it has the required members, and their constants. */
const isOf = (node: SchemaNode, value: Readonly<Record<string, unknown>>): boolean =>
  (node.required ?? []).every((name) => {
    const { const: constant } = node.properties?.[name] ?? {};
    return name in value && (constant === undefined || constant === value[name]);
  });
