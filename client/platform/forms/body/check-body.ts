import { Errors } from 'typebox/schema';
import { Format } from 'typebox/format';
import { Settings } from 'typebox/system';
import { isInt64 } from '@web/bff/platform/contract/exact-number';
import { ruleCheckOf } from '@web/bff/platform/contract/schema/rule-check';
import { enforcedSchema } from '@web/bff/platform/contract/schema/enforced-schema';
import { escaped, isObject, memberOf, segmentsOf } from '@web/bff/platform/contract/schema/json-pointer';
import {
  childOf,
  namesOf,
  nodeAt,
  nodeOf,
  type SchemaNode,
} from '@web/bff/platform/contract/schema/schema-node';
import { invalidFieldMessage } from '#platform/messages/forms.ts';
import type { BodyError } from './body-errors.ts';

// Raises the limit of reported errors: the default of 8 would hide some.
Settings.Set({ maxErrors: 1_000 });
Format.Set('int64', isInt64);

export interface Violation extends BodyError {
  readonly rule: string;
}

/** Returns a function that finds the errors that the BFF would report. Does not use `eval`. This module is loaded at the first input. */
export function violationsOf(schema: object): (body: unknown) => Violation[] {
  const node = nodeOf(schema);
  const enforced = enforcedSchema(schema, 'request');
  const brokenRules = ruleCheckOf(node);
  return (body) => {
    // The BFF applies defaults before it validates.
    const value = withDefaults(node, body);
    const bySchema = errorsIn(enforced, value).map(({ pointer, keyword: rule, params }) => {
      const at = valueAt(value, pointer);
      const { messages, message } = nodeAt(node, segmentsOf(pointer), value)?.keywords ?? {};
      const detail = messages?.[rule] ?? message ?? invalidFieldMessage(rule, limitOf(rule, params, at));
      return { pointer, rule, detail };
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

interface SchemaError {
  readonly pointer: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `boolean` repeats the error of an unknown member; `if` says only that its `else` has errors. */
const IGNORED: ReadonlySet<string> = new Set(['boolean', 'if']);

const errorsIn = (schema: object, value: unknown): SchemaError[] =>
  Errors(schema, value)[1].flatMap(({ keyword, instancePath, params }) =>
    IGNORED.has(keyword)
      ? []
      : pointersOf(instancePath, { ...params }).map((pointer) => ({
          pointer,
          keyword,
          params: { ...params },
        })),
  );

const valueAt = (value: unknown, pointer: string): unknown => segmentsOf(pointer).reduce(memberOf, value);

/** Returns the value of the violated keyword, or `local-time` for a time that is skipped when clocks go forward. */
function limitOf(rule: string, params: Readonly<Record<string, unknown>>, value: unknown): unknown {
  const limit = params['limit'] ?? params[rule];
  return limit === 'date-time' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(String(value)) ? 'local-time' : limit;
}

/** Returns pointers to the missing or unknown members. The error itself points only to their parent. */
function pointersOf(pointer: string, params: Readonly<Record<string, unknown>>): string[] {
  const members = params['requiredProperties'] ?? params['additionalProperties'];
  if (!Array.isArray(members)) return [pointer];
  return members.map((name: string) => `${pointer}/${escaped(name)}`);
}

function withDefaults(node: SchemaNode, value: unknown): unknown {
  if (node.kind === 'array' && Array.isArray(value))
    return value.map((item) => withDefaults(node.item, item));
  if (!isObject(value)) return value;
  const members = new Map(Object.entries(value));
  for (const name of new Set([...namesOf(node, value), ...members.keys()])) {
    const member = childOf(node, name, value);
    const inner = members.has(name) ? members.get(name) : member?.keywords.default;
    if (member && inner !== undefined) members.set(name, withDefaults(member, inner));
  }
  return Object.fromEntries(members);
}
