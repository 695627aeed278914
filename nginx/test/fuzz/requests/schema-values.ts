import * as fc from 'fast-check';

/** What the OpenAPI documents of this project have of JSON Schema. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

const day = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: day.map((date) => date.toISOString().slice(0, 10)),
  'date-time': day.map((date) => date.toISOString()),
  uuid: fc.uuid(),
  uri: fc.webUrl(),
  email: fc.emailAddress(),
};

/** Below this depth a value has no optional members and no more items than it must. */
const MAX_DEPTH = 5;

/** Valid values of a schema; `schemas` are those of the document's components. Throws for a keyword that it does not know how to satisfy. */
export function valuesOf(schema: Schema, schemas: Schemas, depth = 0): fc.Arbitrary<unknown> {
  const within = (part: Schema) => valuesOf(part, schemas, depth + 1);
  const { $ref, enum: values, anyOf, allOf, type } = schema;
  if ($ref !== undefined) return valuesOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas, depth);
  if ('const' in schema) return fc.constant(schema.const);
  if (values) return fc.constantFrom(...values);
  if (anyOf) return fc.oneof(...anyOf.map(within));
  if (allOf) return fc.tuple(...allOf.map(within)).map((parts) => Object.assign({}, ...parts) as unknown);
  switch (type) {
    case 'object':
      return objects(schema, within, depth);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema;
      if (depth >= MAX_DEPTH && minItems === 0) return fc.constant([]);
      return fc.array(within(items), { minLength: minItems, maxLength: maxItems });
    }
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 - 1 });
    case 'number':
      return fc.double({
        ...{ noNaN: true, noDefaultInfinity: true },
        ...{ min: schema.minimum ?? -1e15, max: schema.maximum ?? 1e15 },
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
      return fc.jsonValue({ maxDepth: 3 });
    default:
      throw new TypeError(`there are no values of the type ${type}`);
  }
}

function objects(schema: Schema, within: (part: Schema) => fc.Arbitrary<unknown>, depth: number) {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((name) => depth < MAX_DEPTH || required.includes(name));
  const model = Object.fromEntries(names.map((name) => [name, within(properties[name] ?? {})]));
  return fc.record(model, { requiredKeys: [...required], noNullPrototype: true });
}

function texts({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'));
  const known = format === undefined ? undefined : formats[format];
  if (format !== undefined && !known) throw new TypeError(`there are no values of the format ${format}`);
  // Whole code points, in which the length is counted.
  return known ?? fc.string({ unit: 'binary', minLength, maxLength });
}
