import { setFlagsFromString } from 'node:v8';
import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';

/** Formats whose check takes more than linear time or much memory, with the longest text that can be one. */
const LONGEST = { url: 2_048, 'date-time': 64 };

// Where V8 can, it matches in linear time: longer texts by the flag `l`, others once a pattern was tried in too many ways.
setFlagsFromString('--enable-experimental-regexp-engine');
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');
const SHORT = 128;

function linearOf(pattern: string): RegExp | undefined {
  try {
    // oxlint-disable-next-line no-invalid-regexp -- V8's own
    return new RegExp(pattern, 'l');
  } catch {
    return undefined;
  }
}

/** Makes the matcher of a pattern, to which a longer text than `longest` always fits. */
function matcher(pattern: string, flags: string, longest: number) {
  const unicode = new RegExp(pattern, flags);
  // To these the flag `u` makes a difference. To all others a surrogate pair is what any one character is that they do not name.
  const isUnicode = /\\[pPux]|[\u{D7FF}-\u{10FFFF}]/u.test(pattern);
  const plain = isUnicode ? unicode : new RegExp(pattern);
  const linear = isUnicode ? unicode : (linearOf(pattern) ?? plain);
  const test = (sent: string): boolean => {
    if (sent.length > longest) return true;
    const text = isUnicode ? sent : sent.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '\uE000');
    return (text.length > SHORT ? linear : plain).test(text);
  };
  // Ajv tells patterns from one another by their text.
  return { test, toString: () => String(unicode) };
}

/** The text of a value, the same for equal values. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : part,
  );

/**
 * Ajv as the BFF uses it. TypeBox writes tuples as JSON Schema 2019-09 does, with a list in `items`.
 * What a check costs grows with the value, not with its square. `allErrors`: instead of the first one; patterns then
 * look at texts of at most 1,000 characters, because the one that is too long may be the error.
 */
export function createAjv(allErrors: boolean, coerceTypes: false | 'array'): Ajv2019 {
  const longest = allErrors ? 1_000 : Infinity;
  const regExp = (pattern: string, flags: string) => matcher(pattern, flags, longest);
  const code = { regExp: Object.assign(regExp, { code: '' }) };
  // Skips meta-schema validation, because types and the checks of the start cover it.
  const ajv = formats.default(
    new Ajv2019({
      allErrors,
      coerceTypes,
      code,
      useDefaults: true,
      strict: false,
      meta: false,
      validateSchema: false,
    }),
  );
  for (const [name, length] of Object.entries(LONGEST)) {
    const format = ajv.formats[name] as RegExp | { validate: (text: string) => boolean };
    const fits = (text: string) => (format instanceof RegExp ? format.test(text) : format.validate(text));
    ajv.addFormat(name, (text: string) => text.length <= length && fits(text));
  }
  // Ajv's own compares each item with each.
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
