import { formats } from './formats.ts';
import { isFields } from './schema-node.ts';

type Rule<V> = (value: V, limit: never) => boolean;

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  array: Array.isArray,
  object: isFields,
  integer: (value) => typeof value === 'number' && value % 1 === 0,
};

export const isType = (value: unknown, type: string): boolean =>
  types[type] ? types[type](value) : typeof value === type;

const numbers: Readonly<Record<string, Rule<number>>> = {
  minimum: (value, limit) => value >= limit,
  maximum: (value, limit) => value <= limit,
  exclusiveMinimum: (value, limit) => value > limit,
  exclusiveMaximum: (value, limit) => value < limit,
  // Ajv computes it so: it reads no digits after an exponent.
  multipleOf: (value, limit) => value / limit === Number.parseInt(String(value / limit), 10),
};

const strings: Readonly<Record<string, Rule<string>>> = {
  minLength: (value, limit) => Array.from(value).length >= limit,
  maxLength: (value, limit) => Array.from(value).length <= limit,
  pattern: (value, limit) => new RegExp(limit, 'u').test(value),
  format: (value, limit) => formats[limit]?.(value) ?? true,
};

const arrays: Readonly<Record<string, Rule<unknown[]>>> = {
  minItems: (value, limit) => value.length >= limit,
  maxItems: (value, limit) => value.length <= limit,
  uniqueItems: (value, limit) =>
    !limit || !value.some((one, at) => value.slice(0, at).some((other) => same(one, other))),
};

const any: Readonly<Record<string, Rule<unknown>>> = {
  type: (value, type) => ([type].flat() as string[]).some((one) => isType(value, one)),
  const: (value, wanted) => same(value, wanted),
  enum: (value, choices) => (choices as unknown[]).some((choice) => same(value, choice)),
};

const none: typeof any = {};

/** The rules that apply to a value of this type, by keyword; a rule gets the value and the keyword's value. */
export const rulesFor = (value: unknown): Readonly<Record<string, Rule<never>>> => ({
  ...any,
  ...(typeof value === 'number'
    ? numbers
    : typeof value === 'string'
      ? strings
      : Array.isArray(value)
        ? arrays
        : none),
});

/** Equal as JSON. */
export function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => same(each, other[at]));
  if (!isFields(one) || !isFields(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}
