/** JSON Schema (2020-12) keywords that a search parameter may use. */
export interface SearchField {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SearchField[];
  readonly items?: SearchField;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface SearchSchema {
  readonly properties: Readonly<Record<string, SearchField>>;
}

/** JSON's grammar of a number (RFC 8259, section 6). */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** Format checks that reject only obviously invalid values (RFC 3339, RFC 9562). The BFF validates fully. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: (text) => new Date(text).toJSON()?.slice(0, 10) === text,
  'date-time': (text) => /^\d{4}-.+T.+(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text)),
  time: (text) => FORMATS['date-time']?.(`2000-01-01T${text}`) ?? true,
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
};

/** Parses the schema's parameters. A missing or invalid parameter gets its default, or is omitted if it has none. */
export function readSearch({ properties }: SearchSchema, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    const found = search.getAll(name).flatMap((text) => valueOf(field.items ?? field, text) ?? []);
    const value = (field.items && found.length > 0 ? found : found[0]) ?? field.default;
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Parses the text of a parameter. Returns undefined if the value is invalid. */
function valueOf(field: SearchField, text: string): unknown {
  const {
    type,
    minimum = -Number.MAX_VALUE,
    maximum = Number.MAX_VALUE,
    minLength = 0,
    maxLength = Infinity,
  } = field;
  const choices =
    field.anyOf?.map((choice) => choice.const) ?? field.enum ?? ('const' in field ? [field.const] : []);
  if (choices.length > 0) return choices.find((choice) => String(choice) === text);
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : undefined);
  if (type === 'string') {
    const { length } = Array.from(text);
    const fits =
      length >= minLength &&
      length <= maxLength &&
      new RegExp(field.pattern ?? '', 'u').test(text) &&
      (FORMATS[field.format ?? '']?.(text) ?? true);
    return fits ? text : undefined;
  }
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  // Rejects an integer beyond ±(2⁵³ − 1), because it would be rounded to another integer.
  const isExact = Number.isSafeInteger(number) || (type !== 'integer' && number % 1 !== 0);
  return isExact && number >= minimum && number <= maximum ? number : undefined;
}
