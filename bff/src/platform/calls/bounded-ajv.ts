import { setFlagsFromString } from 'node:v8';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { bodyOptions } from '#contract/kit/schema/body-validation.ts';

/** Longer texts are no URL: the time of that format's pattern grows with the square of the length. */
const URL_LENGTH = 2_048;

// A pattern that V8 has tried in too many ways is matched anew in linear time, where V8 can: without the flag `u`.
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks');

/** The pattern of a schema. Without surrogates in the text, the flag `u` makes no difference to most patterns. */
function regExp(pattern: string, flags: string) {
  const unicode = new RegExp(pattern, flags);
  if (/\\[pPu]|[\uD800-\uDFFF]/.test(pattern)) return unicode;
  const linear = new RegExp(pattern);
  return {
    test: (text: string) => (/[\uD800-\uDFFF]/.test(text) ? unicode : linear).test(text),
    // Ajv tells patterns from one another by it.
    toString: () => String(unicode),
  };
}

/** The text of a value, the same for equal values. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** Ajv as the BFF uses it: what a check costs grows with the value, not with its square. `allErrors`: or only the first one. */
export function createAjv(allErrors: boolean, coerceTypes: false | 'array'): Ajv2020 {
  const code = { regExp: Object.assign(regExp, { code: '' }) };
  const ajv = formats.default(new Ajv2020({ ...bodyOptions, allErrors, coerceTypes, code }));
  const url = ajv.formats['url'] as RegExp;
  ajv.addFormat('url', (text: string) => text.length <= URL_LENGTH && url.test(text));
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
