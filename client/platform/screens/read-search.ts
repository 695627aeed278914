import { exactNumber } from '@web/bff/platform/contract/exact-number';
import type { FlatField, Leaf } from '@web/bff/platform/contract/schema/leaf-node';

/** Search parameters of a screen by name. */
export type SearchFields = Readonly<Record<string, FlatField>>;

export interface ReadSearch {
  /** Valid values, and the defaults of missing and invalid parameters. */
  readonly values: Record<string, unknown>;
  /** Texts of the invalid parameters. */
  readonly invalid: Readonly<Record<string, readonly string[]>>;
  /** True if an invalid parameter has no default. Without it, the screen would show what the address does not ask for. */
  readonly isRefused: boolean;
}

/** Format checks that reject only obviously invalid values (RFC 3339, RFC 9562). The BFF validates fully. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => new Date(text).toJSON()?.slice(0, 10) === text,
  'date-time': (text) => /^\d{4}-.+T.+(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
  time: (text) => FORMATS['date-time']?.(`2000-01-01T${text}`) ?? true,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

/** Parses a screen's parameters. An empty one counts as missing, because a form submitted without script sends its empty fields. */
export function readSearch(fields: SearchFields, search: URLSearchParams): ReadSearch {
  const values: Record<string, unknown> = {};
  const invalid: Record<string, readonly string[]> = {};
  let isRefused = false;
  for (const [name, field] of Object.entries(fields)) {
    const isArray = field.kind === 'array';
    const leaf = isArray ? field.item : field;
    const texts = search.getAll(name).filter(Boolean);
    const found = texts.map((text) => valueOf(leaf, text));
    const fallback = field.keywords.default;
    if (texts.length > 0 && !found.includes(undefined) && (isArray || found.length === 1)) {
      values[name] = isArray ? found : found[0];
      continue;
    }
    if (texts.length > 0) invalid[name] = texts;
    if (fallback !== undefined) values[name] = fallback;
    else isRefused ||= texts.length > 0;
  }
  return { values, invalid, isRefused };
}

/** Parses the text of a parameter. Returns undefined if the value is invalid. */
function valueOf(field: Leaf, text: string): unknown {
  const { minLength = 0, maxLength = Infinity, pattern = '', format = '' } = field.keywords;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field.keywords;
  switch (field.kind) {
    case 'choice':
      return field.choices.find((choice) => String(choice) === text);
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : undefined);
    case 'string': {
      const { length } = Array.from(text);
      const fits = length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(text);
      return fits && (FORMATS[format]?.(text) ?? true) ? text : undefined;
    }
    case 'number':
    case 'integer': {
      const number = exactNumber(text) ?? Number.NaN;
      const isOfKind = field.kind === 'number' || Number.isInteger(number);
      return isOfKind && number >= minimum && number <= maximum ? number : undefined;
    }
    case 'unknown':
      break;
  }
  return undefined;
}
