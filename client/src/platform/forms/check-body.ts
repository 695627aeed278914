import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { ruleCheckOf } from '@web/bff/contract/kit/rules';
import { closed } from '@web/bff/contract/kit/schema/closed-schema';
import { ownMessage, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { invalidFieldMessage } from '#messages/platform/invalid-fields.ts';
import type { BodyError } from './body-errors.ts';

// By default the library stops at the eighth.
Settings.Set({ maxErrors: 1_000 });

/**
 * The `false` that refuses an unknown member, which is an error of its own already; and members that no part of `allOf` knows: where a
 * part fails, the library names those of that part, too.
 */
const IGNORED: ReadonlySet<string> = new Set(['boolean', 'unevaluatedProperties']);

export interface Violation extends BodyError {
  /** The keyword of the schema, or the rule, such as `minLength`. */
  readonly rule: string;
}

/** Finds what the BFF would refuse in a body, without `eval`. Loaded with the first input: a screen shows its form without it. */
export function violationsOf(schema: SchemaNode): (body: unknown) => Violation[] {
  const closedSchema = closed(schema);
  const brokenRules = ruleCheckOf(schema);
  return (body) => {
    // The BFF fills in the defaults: what is sent has none.
    const value = withDefaults(schema, body);
    const found = Errors(closedSchema, value)[1].filter(({ keyword }) => !IGNORED.has(keyword));
    const bySchema = found.flatMap(({ keyword: rule, instancePath, params }) => {
      const limits: Readonly<Record<string, unknown>> = { ...params };
      return pointersOf(instancePath, limits).map((pointer) => ({
        pointer,
        rule,
        detail:
          ownMessage(schema, pointer, rule) ?? invalidFieldMessage(rule, limits['limit'] ?? limits[rule]),
      }));
    });
    const pointers = bySchema.map(({ pointer }) => pointer);
    const byRules = (brokenRules?.(value, pointers) ?? []).map(({ instancePath, keyword, message }) => ({
      pointer: instancePath,
      rule: keyword,
      detail: message,
    }));
    return [...bySchema, ...byRules];
  };
}

/** Missing and unknown members are pointed at themselves, not at their parent. */
function pointersOf(pointer: string, params: Readonly<Record<string, unknown>>): string[] {
  const members = params['requiredProperties'] ?? params['additionalProperties'];
  if (!Array.isArray(members)) return [pointer];
  return members.map((name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** A copy of the value with the defaults of members that it lacks. */
function withDefaults(schema: SchemaNode, value: unknown): unknown {
  const { items, properties = {} } = schema;
  // `createForm` refuses tuples.
  if (Array.isArray(value))
    return items ? value.map((item) => withDefaults(items as SchemaNode, item)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map(Object.entries(value));
  for (const [name, member] of Object.entries(properties)) {
    const inner = members.has(name) ? members.get(name) : member.default;
    if (inner !== undefined) members.set(name, withDefaults(member, inner));
  }
  return Object.fromEntries(members);
}
