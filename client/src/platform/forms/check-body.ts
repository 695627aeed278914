import { Errors } from 'typebox/schema';
import { Settings } from 'typebox/system';
import { ruleCheckOf } from '@web/bff/contract/kit/rules';
import { closed } from '@web/bff/contract/kit/schema/closed-schema';
import { ownMessage, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { invalidFieldMessage } from '#messages/platform/invalid-fields.ts';
import type { BodyError } from './body-errors.ts';

// The default of 8 would hide errors.
Settings.Set({ maxErrors: 1_000 });

/** Redundant: `false` repeats the error of an unknown member, and TypeBox reports valid members of a failed `allOf` part as unevaluated. */
const IGNORED: ReadonlySet<string> = new Set(['boolean', 'unevaluatedProperties']);

export interface Violation extends BodyError {
  readonly rule: string;
}

/** Returns the errors that the BFF would report, without `eval`. Loaded with the first input. */
export function violationsOf(schema: SchemaNode): (body: unknown) => Violation[] {
  const closedSchema = closed(schema);
  const brokenRules = ruleCheckOf(schema);
  return (body) => {
    // The BFF applies defaults before it validates.
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

/** Points to missing and unknown members themselves instead of their parent. */
function pointersOf(pointer: string, params: Readonly<Record<string, unknown>>): string[] {
  const members = params['requiredProperties'] ?? params['additionalProperties'];
  if (!Array.isArray(members)) return [pointer];
  return members.map((name: string) => `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function withDefaults(schema: SchemaNode, value: unknown): unknown {
  const { items, properties = {} } = schema;
  // `createForm` rejects tuples.
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
