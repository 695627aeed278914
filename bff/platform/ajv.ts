import { Ajv2019, type Options } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { isInt64 } from './contract/exact-number.ts';
import { int64Keyword } from './contract/schema/exact-schema.ts';

/** Maximum string length for formats whose check takes more than linear time, or much memory. */
const LONGEST = { url: 2_048, 'date-time': 64 };

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

/** Creates an Ajv that validates in linear time. `npm test` rejects patterns that take longer. */
function createRequestAjv(options: Options): Ajv2019 {
  const ajv = createAjv({ useDefaults: true, ...options });
  for (const [name, length] of Object.entries(LONGEST)) {
    const format = ajv.formats[name] as RegExp | { validate: (text: string) => boolean };
    const fits = (text: string) => (format instanceof RegExp ? format.test(text) : format.validate(text));
    ajv.addFormat(name, (text: string) => text.length <= length && fits(text));
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
