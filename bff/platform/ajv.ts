import { Ajv2019, type Format, type Options } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { isInt64 } from './contract/exact-number.ts';
import { int64Keyword } from './contract/schema/exact-schema.ts';

/** Maximum length of a string with a format, because the check of some formats takes more than linear time, or much memory. */
const LONGEST = 2_048;
/** Formats whose strings may be long. */
const ANY_LENGTH = new Set(['byte', 'binary', 'password']);

/** Serializes a value with sorted keys, so that equal values result in equal strings. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint'
      ? String(part)
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([first], [second]) => (first < second ? -1 : 1)))
        : part,
  );

/**
 * Creates an Ajv for the schemas that `exactSchema` returns. Reads JSON Schema 2019-09, because TypeBox writes tuples as a list in `items`, which
 * later versions do not accept.
 */
function createAjv(options: Options): Ajv2019 {
  const ajv = formats.default(
    new Ajv2019({
      strict: false,
      // Rejects infinite numbers, such as 1e400.
      strictNumbers: true,
      // Skips meta-schema validation, because types and the checks at startup cover it.
      meta: false,
      validateSchema: false,
      ...options,
    }),
  );
  ajv.addFormat('int64', isInt64).addKeyword(int64Keyword);
  // Replaces Ajv's check of `uniqueItems`, which takes quadratic time.
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must NOT have duplicate items' },
    validate: (isUnique: boolean, items: readonly unknown[]) =>
      !isUnique || new Set(items.map(canonical)).size === items.length,
  });
  return ajv;
}

/** Returns the check of a format for strings; undefined for formats of numbers, and for those that accept everything. */
function checkOfFormat(format: Format | undefined): ((text: string) => boolean) | undefined {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format;
  if (typeof format !== 'object' || format.type === 'number' || format.async) return undefined;
  const { validate } = format;
  return checkOfFormat(typeof validate === 'string' ? new RegExp(validate) : (validate as Format));
}

/** Creates an Ajv that validates in linear time. `npm test` rejects patterns that take longer. */
function createRequestAjv(options: Options): Ajv2019 {
  // Without `multipleOfPrecision`, 19.99 would be no multiple of 0.01.
  const ajv = createAjv({ useDefaults: true, multipleOfPrecision: 10, ...options });
  for (const [name, format] of Object.entries(ajv.formats)) {
    const check = checkOfFormat(format);
    if (check && !ANY_LENGTH.has(name))
      ajv.addFormat(name, (text: string) => text.length <= LONGEST && check(text));
  }
  return ajv;
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

/** Validates requests and sessions. Stops at the first error, so that the cost of a request does not grow with its errors. */
export const requestAjv = createRequestAjv({});

/** Lists every error of a small request that `requestAjv` has rejected. */
export const allErrorsAjv = createRequestAjv({
  allErrors: true,
  code: { regExp: Object.assign(shortMatcher, { code: '' }) },
});

/** Validates the responses of upstreams. */
export const responseAjv = createAjv({});

/** Creates an Ajv for settings, with additional `formats`. This Ajv lists every error, and removes undeclared variables. */
export const createSettingsAjv = (formats: NonNullable<Options['formats']>): Ajv2019 =>
  createAjv({ allErrors: true, useDefaults: true, removeAdditional: 'all', formats });
