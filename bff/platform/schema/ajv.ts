import { Ajv2019, type Options } from 'ajv/dist/2019.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import formats from 'ajv-formats';
import { isInt64 } from '#platform/contract/exact-number.ts';
import { escaped } from '#platform/contract/schema/json-pointer.ts';

/** Serializes a value with sorted keys, so that equal values result in equal strings. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint'
      ? String(part)
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([first], [second]) => (first < second ? -1 : 1)))
        : part,
  );

/** Finds the first number in a value that is not accepted, and its JSON pointer. */
function findNumber(
  value: unknown,
  accepts: (number: number) => boolean,
): { readonly number: number; readonly pointer: string } | undefined {
  if (typeof value === 'number') return accepts(value) ? undefined : { number: value, pointer: '' };
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    const found = findNumber(part, accepts);
    if (found) return { ...found, pointer: `/${escaped(name)}${found.pointer}` };
  }
  return undefined;
}

const isExact = (number: number): boolean =>
  Number.isSafeInteger(number) || (Number.isFinite(number) && !Number.isInteger(number));

/** Keyword for values of any shape. Reports the first number that is not accepted as beyond ±(2⁵³ − 1). */
function numbersKeyword(keyword: string, accepts: (number: number) => boolean) {
  const validate: SchemaValidateFunction = (_schema: unknown, value: unknown, _parent, place) => {
    const found = findNumber(value, accepts);
    if (!found) return true;
    const [keyword, comparison, limit] =
      found.number < 0
        ? ['minimum', '>=', Number.MIN_SAFE_INTEGER]
        : ['maximum', '<=', Number.MAX_SAFE_INTEGER];
    const message = `must be ${comparison} ${limit}`;
    const instancePath = `${place?.instancePath}${found.pointer}`;
    validate.errors = [{ keyword, instancePath, message, params: { comparison, limit } }];
    return false;
  };
  return { keyword, errors: true, validate };
}

/** Reads JSON Schema 2019-09, because TypeBox writes tuples as a list in `items`, which later versions do not accept. */
export function createAjv(options: Options): Ajv2019 {
  const ajv = formats.default(
    new Ajv2019({
      strict: false,
      // Skips meta-schema validation, because types and the checks at startup cover it.
      meta: false,
      validateSchema: false,
      // Without it, 19.99 would be no multiple of 0.01.
      multipleOfPrecision: 10,
      ...options,
    }),
  );
  // Replaces Ajv's check of `uniqueItems`, which takes quadratic time.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (isUnique: boolean, items: readonly unknown[]) =>
      !isUnique || new Set(items.map(canonical)).size === items.length,
  });
  return ajv
    .addFormat('int64', isInt64)
    .addKeyword(numbersKeyword('exact', isExact))
    .addKeyword(numbersKeyword('finite', Number.isFinite));
}

/**
 * Creates a matcher that skips strings of more than 1,000 characters to save time. With `allErrors`, Ajv tests a pattern even if the string exceeds
 * `maxLength`.
 */
function shortMatcher(pattern: string, flags: string) {
  const regExp = new RegExp(pattern, flags);
  const test = (text: string): boolean => text.length > 1_000 || regExp.test(text);
  // Ajv caches the matcher by the result of `toString`.
  return { test, toString: () => String(regExp) };
}

/**
 * Validates requests and sessions. Stops at the first error, so that the cost of a request does not grow with its errors. Bounds refuse the Infinity
 * that `JSON.parse` returns for a number that overflows. `npm test` rejects patterns that take more than linear time.
 */
export const requestAjv = createAjv({ useDefaults: true, strictNumbers: false });

/** Lists every error of a small request that `requestAjv` has rejected. */
export const allErrorsAjv = createAjv({
  useDefaults: true,
  strictNumbers: false,
  allErrors: true,
  code: { regExp: Object.assign(shortMatcher, { code: '' }) },
});

/** Validates the responses of calls, and their events and errors. */
export const responseAjv = createAjv({ strictNumbers: true });

/** Creates an Ajv for settings, with additional `formats`. This Ajv lists every error, and removes undeclared variables. */
export const createSettingsAjv = (formats: NonNullable<Options['formats']>): Ajv2019 =>
  createAjv({ allErrors: true, useDefaults: true, removeAdditional: 'all', formats });
