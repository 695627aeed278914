import type * as Type from 'typebox';
import { isTuple, nodeAt, segmentsOf, type SchemaNode } from './schema/schema-node.ts';

/** A rule across the fields of an object. */
export interface Rule<Value> {
  /** Where its error is shown: a JSON pointer (RFC 6901) from the object, such as `/to`. */
  readonly field: string;
  /** Its name among the errors of a problem, such as `after-start`. */
  readonly rule: string;
  /** For people; also its description in the OpenAPI document. */
  readonly message: string;
  /** Runs in the BFF and in the browser once the object satisfies its schema, so it uses only what both have. */
  readonly holds: (value: Value) => boolean;
}

/** Keywords of ours in a schema, which Ajv itself does not know: `rules`; a product's own text for all keywords of a field, or for some. */
export const ANNOTATIONS = ['rules', 'message', 'messages'] as const;

interface RuledNode extends SchemaNode {
  readonly rules?: readonly Rule<unknown>[];
}

/** The schema of an object with rules across its fields. Throws for a rule at a field that the schema does not have. */
export function withRules<S extends Type.TSchema>(schema: S, rules: readonly Rule<Type.Static<S>>[]): S {
  for (const { rule, field } of rules)
    if (!nodeAt(schema, segmentsOf(field))) throw new Error(`The rule ${rule}: the schema has no ${field}`);
  const { description } = schema as { readonly description?: string };
  const prose = [...(description ? [description] : []), ...rules.map(({ message }) => message)].join(' ');
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema));
  return Object.assign(copy, { rules, description: prose }) as unknown as S;
}

/** A rule that does not hold, in the form of an error of Ajv. */
export interface BrokenRule {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type RuleCheck = (value: unknown, invalid: readonly string[], pointer?: string) => BrokenRule[];

/**
 * Finds the rules that a value breaks; undefined for a schema without rules. A rule runs if nothing in its own object is among the
 * pointers that are invalid by the schema.
 */
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
    const broken = isSound ? rules.filter(({ holds }) => !holds(value)) : [];
    const fields = value as Readonly<Record<string, unknown>>;
    return [
      ...broken.map(({ field, rule, message }) => ({
        instancePath: pointer + field,
        keyword: rule,
        message,
        params: {},
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

/** Whether the value is meant to be of this part of a union: it has its required members, and their constants. */
const isOf = (node: SchemaNode, value: Readonly<Record<string, unknown>>): boolean =>
  (node.required ?? []).every((name) => {
    const { const: constant } = node.properties?.[name] ?? {};
    return name in value && (constant === undefined || constant === value[name]);
  });

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
