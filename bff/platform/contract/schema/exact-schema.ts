import { isInt64 } from '#platform/contract/exact-number.ts';
import { mapValues, type Node } from './closed-schema.ts';

interface Place {
  /** Object or array that contains the validated value. Undefined for a whole body. */
  readonly parentData?: Record<string | number, unknown>;
  readonly parentDataProperty: string | number;
}

/** Keywords whose value holds schemas by name. */
export const NESTED = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
/** Keywords whose value is data, not a schema. */
export const DATA = new Set(['const', 'default', 'enum', 'examples', 'required', 'rules', 'messages']);

/**
 * Copies a schema for Ajv. Limits integers to ±(2⁵³ − 1), so that they are exact. A string of the format `int64` may also be a JSON number
 * (`int64Keyword`).
 */
export function exactSchema<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(exactSchema) as S;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Node = mapValues(schema as Node, (child, keyword) => {
    if (NESTED.has(keyword)) return mapValues(child as Node, exactSchema);
    return DATA.has(keyword) ? child : exactSchema(child);
  });
  const { type, format, minimum = -Infinity, maximum = Infinity, ...others } = copy;
  if (type === 'string' && format === 'int64') return { ...others, int64: true } as S;
  if (![type].flat().includes('integer')) return copy as S;
  return {
    ...copy,
    minimum: Math.max(Number.MIN_SAFE_INTEGER, Number(minimum)),
    maximum: Math.min(Number.MAX_SAFE_INTEGER, Number(maximum)),
  } as S;
}

const FORMAT_ERROR = { keyword: 'format', message: 'must match format "int64"', params: { format: 'int64' } };

interface Check {
  (schema: unknown, value: unknown, parent?: unknown, place?: Place): boolean;
  errors?: object[];
}

const checkInt64: Check = (_schema, value, _parent, place) => {
  const text = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value;
  // A number that is the whole body cannot be replaced, because it has no parent.
  const isReplaceable = text === value || place?.parentData !== undefined;
  const isValid = typeof text === 'string' && isInt64(text) && isReplaceable;
  if (isValid && place?.parentData) place.parentData[place.parentDataProperty] = text;
  checkInt64.errors = isValid ? [] : [FORMAT_ERROR];
  return isValid;
};

/** Ajv keyword that accepts a 64-bit integer as a string or a JSON number, and replaces the number with a string. */
export const int64Keyword = { keyword: 'int64', modifying: true, errors: true, validate: checkInt64 };
