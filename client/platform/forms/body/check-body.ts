import { Errors } from 'typebox/schema';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import { exactNumber, isInexact, isInt64 } from '@web/bff/platform/contract/exact-number';
import { ruleCheckOf } from '@web/bff/platform/contract/rules';
import { applicableErrors } from '@web/bff/platform/contract/schema/applicable-errors';
import { closed } from '@web/bff/platform/contract/schema/closed-schema';
import {
  escaped,
  memberOf,
  ownMessage,
  type SchemaNode,
  segmentsOf,
} from '@web/bff/platform/contract/schema/schema-node';
import { invalidFieldMessage } from '#platform/messages/forms.ts';
import type { BodyError } from './body-errors.ts';

// Raises the limit of reported errors: the default of 8 would hide some.
Settings.Set({ maxErrors: 1_000 });
Format.Set('int64', isInt64);

/**
 * Keywords of redundant errors. `boolean` repeats the error of an unknown member. `unevaluatedProperties` also reports valid members, if a part of an
 * `allOf` fails.
 */
const IGNORED: ReadonlySet<string> = new Set(['boolean', 'unevaluatedProperties']);

export interface Violation extends BodyError {
  readonly rule: string;
}

/** Returns a function that finds the errors that the BFF would report. Does not use `eval`. This module is loaded at the first input. */
export function violationsOf(schema: SchemaNode): (body: unknown) => Violation[] {
  const closedSchema = closed(schema);
  const brokenRules = ruleCheckOf(schema);
  return (body) => {
    // The BFF applies defaults before it validates.
    const value = withDefaults(schema, body);
    const found = Errors(closedSchema, value)[1].filter(({ keyword }) => !IGNORED.has(keyword));
    const located = found.flatMap(({ instancePath, ...error }) =>
      pointersOf(instancePath, { ...error.params }).map((pointer) => ({ ...error, pointer })),
    );
    const bySchema = applicableErrors(schema, value, located).map(({ keyword: rule, pointer, params }) => {
      const own = ownMessage(schema, value, pointer, rule);
      return {
        pointer,
        rule,
        detail: own ?? invalidFieldMessage(rule, limitOf(rule, { ...params }, valueAt(value, pointer))),
      };
    });
    const inexact = inexactNumbers(value);
    const pointers = [...bySchema, ...inexact].map(({ pointer }) => pointer);
    const byRules = (brokenRules?.(value, pointers) ?? []).map(({ instancePath, keyword, message }) => ({
      pointer: instancePath,
      rule: keyword,
      detail: message,
    }));
    return [...bySchema, ...inexact, ...byRules];
  };
}

const valueAt = (value: unknown, pointer: string): unknown => segmentsOf(pointer).reduce(memberOf, value);

/** Returns the value of the violated keyword, or `local-time` for a time that is skipped when clocks go forward. */
function limitOf(rule: string, params: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const limit = params['limit'] ?? params[rule];
  return limit === 'date-time' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(String(value)) ? 'local-time' : limit;
}

/** Finds integers that the BFF rejects because a double cannot represent them exactly. */
function inexactNumbers(value: unknown, pointer = ''): Violation[] {
  if (typeof value === 'number' && isInexact(exactNumber(String(value)))) {
    const [rule, limit] =
      value < 0 ? ['minimum', Number.MIN_SAFE_INTEGER] : ['maximum', Number.MAX_SAFE_INTEGER];
    return [{ pointer, rule, detail: invalidFieldMessage(rule, limit) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => inexactNumbers(part, `${pointer}/${escaped(name)}`));
}

/** Returns pointers to the missing or unknown members. The error itself points only to their parent. */
function pointersOf(pointer: string, params: Readonly<Record<string, unknown>>): string[] {
  const members = params['requiredProperties'] ?? params['additionalProperties'];
  if (!Array.isArray(members)) return [pointer];
  return members.map((name: string) => `${pointer}/${escaped(name)}`);
}

function withDefaults(schema: SchemaNode, value: unknown): unknown {
  const { items, properties = {} } = schema;
  // All items have one schema, because `createForm` rejects tuples.
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
