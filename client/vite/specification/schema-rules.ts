/** The parts of a JSON schema that the specification tells of. */
interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  /** Across fields: `withRules` in the contract's kit. */
  readonly rules?: readonly { readonly message: string }[];
  readonly [keyword: string]: unknown;
}

const RULES = [
  ...['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isSchema = (value: unknown): value is Schema =>
  isRecord(value) && ['type', 'anyOf', 'allOf', 'enum', 'const', '$ref'].some((keyword) => keyword in value);

/** The fields of an object's schema in a line, the optional ones marked: `id, title, note?`. */
export const fieldsOf = (schema: Schema): string =>
  Object.keys(schema.properties ?? {})
    .map((field) => (schema.required?.includes(field) ? field : `${field}?`))
    .join(', ');

/** The rules of a schema and of the fields inside it, each beneath its path: `['Note.title', 'maxLength 200']`. */
export function rulesOf(path: string, schema: Schema): [path: string, rules: string][] {
  const own = RULES.filter((keyword) => keyword in schema).map(
    (keyword) => `${keyword} ${JSON.stringify(schema[keyword])}`,
  );
  own.push(...(schema.rules ?? []).map(({ message }) => message));
  const inside = Object.entries(schema.properties ?? {}).flatMap(([field, part]) =>
    rulesOf(`${path}.${field}`, part),
  );
  const items = schema.items ? rulesOf(`${path}[]`, schema.items) : [];
  return [...(own.length > 0 ? [[path, own.join(', ')] as [string, string]] : []), ...inside, ...items];
}

/** The lines of a transition table, state → event → next state, wherever in `table` it lies: `['open', 'close → closed']`. */
export function transitionsOf(table: unknown): [state: string, transitions: string][] {
  if (!isRecord(table)) return [];
  return Object.entries(table).flatMap(([state, events]): [string, string][] => {
    if (!isRecord(events)) return [];
    const next = Object.entries(events);
    if (next.every(([, to]) => typeof to === 'string')) {
      const lines = next.map(([event, to]) => `${event} → ${String(to)}`);
      return [[state, lines.join(', ') || 'final']];
    }
    return transitionsOf(events);
  });
}
