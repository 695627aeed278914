import type { ValidateFunction } from 'ajv';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import type Type from 'typebox';
import { isInt64 } from '#platform/contract/exact-number.ts';
import { oncePerSchema } from '#platform/contract/schema/once-per-schema.ts';
import { createAjv } from '#platform/schema/ajv.ts';
import { hiddenFunctions } from '#platform/schema/schema-errors.ts';

const FORMAT_ERROR = { keyword: 'format', message: 'must match format "int64"', params: { format: 'int64' } };

const checkInt64: SchemaValidateFunction = (_schema: unknown, value: unknown, _parent, place) => {
  const text = typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : value;
  // A number that is the whole body cannot be replaced, because it has no parent.
  const isReplaceable = text === value || place?.parentData !== undefined;
  const isValid = typeof text === 'string' && isInt64(text) && isReplaceable;
  if (isValid && place?.parentData) place.parentData[place.parentDataProperty] = text;
  checkInt64.errors = isValid ? [] : [FORMAT_ERROR];
  return isValid;
};

/** `strictSchema` rejects unknown keywords and formats. `message` and `messages` are for the schemas of our own calls, which may be used here too. */
const ajv = createAjv({ strictNumbers: true, strictSchema: true })
  .addVocabulary(['message', 'messages'])
  .addKeyword({ keyword: 'int64', modifying: true, errors: true, validate: checkInt64 });

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Copies a schema. A string of the format `int64` may also be a JSON number, which becomes a string. Limits integers to ±(2⁵³ − 1). */
const exactSchema = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (_key, node: unknown) => {
    if (!isNode(node)) return node;
    const { type, format, minimum = -Infinity, maximum = Infinity, ...others } = node;
    if (type === 'string' && format === 'int64') return { ...others, int64: true };
    if (type !== 'integer') return node;
    const limits = {
      minimum: Math.max(Number.MIN_SAFE_INTEGER, Number(minimum)),
      maximum: Math.min(Number.MAX_SAFE_INTEGER, Number(maximum)),
    };
    return { ...node, ...limits };
  }) as object;

const hiddenIn = (schema: unknown, pointer = '#'): string[] =>
  isNode(schema)
    ? [
        ...hiddenFunctions(schema).map((error) => `${error} at ${pointer}`),
        ...Object.entries(schema).flatMap(([name, part]) => hiddenIn(part, `${pointer}/${name}`)),
      ]
    : [];

/** Validators by the JSON of their schema, for clients that create a schema per request. */
const compiled = new Map<string, ValidateFunction>();

/**
 * Returns the validator of an upstream's response. The schema may have all of JSON Schema 2019-09. Throws a `TypeError` if it has what validation
 * cannot enforce, such as an unknown keyword or a refinement.
 */
export const responseValidator = oncePerSchema((schema: Type.TSchema): ValidateFunction => {
  const [hidden] = hiddenIn(schema);
  if (hidden !== undefined) throw new TypeError(hidden);
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(exactSchema(schema));
  compiled.set(text, validate);
  return validate;
});
