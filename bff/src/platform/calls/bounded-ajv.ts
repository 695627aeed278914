import { setFlagsFromString } from 'node:v8';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import { isInt64 } from '#contract/kit/exact-number.ts';
import { int64Keyword } from '#contract/kit/schema/exact-schema.ts';

/** Maximum lengths for formats whose check takes more than linear time or much memory. */
const LONGEST = { url: 2_048, 'date-time': 64 };

// Makes V8 match in linear time where it can: long texts with the flag `l`, short ones after excessive backtracking.
setFlagsFromString('--enable-experimental-regexp-engine');
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
const SHORT = 128;

function linearOf(pattern: string): RegExp | undefined {
  try {
    // oxlint-disable-next-line no-invalid-regexp -- a flag of V8
    return new RegExp(pattern, 'l');
  } catch {
    return undefined;
  }
}

/** Creates the matcher of a pattern. Texts longer than `longest` always match. */
function matcher(pattern: string, flags: string, longest: number) {
  const unicode = new RegExp(pattern, flags);
  // The flags `l` and `u` exclude each other. Most patterns match the same without `u`, if one character stands for each surrogate pair.
  const isUnicode = /\\[pPux]|[\u{D7FF}-\u{10FFFF}]/u.test(pattern);
  const plain = isUnicode ? unicode : new RegExp(pattern);
  const linear = isUnicode ? unicode : (linearOf(pattern) ?? plain);
  const test = (sent: string): boolean => {
    if (sent.length > longest) return true;
    const text = isUnicode ? sent : sent.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '\uE000');
    return (text.length > SHORT ? linear : plain).test(text);
  };
  // Ajv caches patterns by their text.
  return { test, toString: () => String(unicode) };
}

/** Serializes a value, with the same result for equal values. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint'
      ? String(part)
      : typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([first], [second]) => (first < second ? -1 : 1)))
        : part,
  );

/**
 * Creates an Ajv whose validation takes linear time. It reads JSON Schema 2019-09, because TypeBox writes tuples as a list in `items`. With
 * `allErrors`, patterns accept any string of more than 1,000 characters, because it may already have failed `maxLength`.
 */
export function createAjv(allErrors: boolean): Ajv2019 {
  const longest = allErrors ? 1_000 : Infinity;
  const regExp = (pattern: string, flags: string) => matcher(pattern, flags, longest);
  const code = { regExp: Object.assign(regExp, { code: '' }) };
  // Skips meta-schema validation, because types and the checks at startup cover it.
  const ajv = formats.default(
    new Ajv2019({
      allErrors,
      code,
      useDefaults: true,
      strict: false,
      // Rejects infinite numbers, such as 1e400.
      strictNumbers: true,
      meta: false,
      validateSchema: false,
    }),
  );
  for (const [name, length] of Object.entries(LONGEST)) {
    const format = ajv.formats[name] as RegExp | { validate: (text: string) => boolean };
    const fits = (text: string) => (format instanceof RegExp ? format.test(text) : format.validate(text));
    ajv.addFormat(name, (text: string) => text.length <= length && fits(text));
  }
  ajv.addFormat('int64', isInt64).addKeyword(int64Keyword);
  // Ajv's own check takes quadratic time.
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
