import type Type from 'typebox';
import type { SchemaNode } from '#platform/contract/schema/schema-node.ts';

interface Schema extends SchemaNode {
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly examples?: readonly unknown[];
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/**
 * Creates a valid value of a schema, deterministic and without optional members: `example(Note, { title: 'x' })`. Uses the first of a schema's
 * `examples`. Throws for a pattern, format or type that it cannot satisfy: then pass the member's value, or add `examples` to the schema.
 */
export const example = <S extends Type.TSchema>(
  schema: S,
  members?: S extends Type.TObject ? Partial<Type.Static<S>> : never,
): Type.Static<S> => exampleOf(schema, '', members) as Type.Static<S>;

function exampleOf(schema: Schema, name: string, members: object = {}): unknown {
  if ('const' in schema) return schema.const;
  if ('default' in schema) return structuredClone(schema.default);
  if (schema.examples) return structuredClone(schema.examples[0]);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], name);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name, members))) as object;
  switch (schema.type) {
    case 'object':
      return objectOf(schema, name, members);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, (_, index) =>
        exampleOf([schema.items ?? {}].flat()[index] ?? (schema.items as Schema), name),
      );
    case 'string':
      return textOf(schema, name);
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'boolean':
      return false;
    case 'null':
    case undefined:
      return null;
    default:
      throw new TypeError(`${name || 'The value'}: no example of the type ${String(schema.type)}; pass it`);
  }
}

function objectOf({ properties = {}, required = [] }: Schema, name: string, members: object): object {
  const missing = required.filter((key) => !Object.hasOwn(members, key));
  const made = missing.map((key) => [key, exampleOf(properties[key] ?? {}, name ? `${name}.${key}` : key)]);
  return { ...(Object.fromEntries(made) as object), ...members };
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Schema, name: string): string {
  const text = format === undefined ? (name.split('.').at(-1) ?? 'text') : FORMATS[format];
  const made = text?.padEnd(minLength, 'x').slice(0, format === undefined ? maxLength : undefined);
  if (made === undefined || (pattern !== undefined && !new RegExp(pattern, 'u').test(made)))
    throw new TypeError(
      `${name || 'The value'}: no example of ${format ?? pattern}; pass it, or add \`examples\` to the schema`,
    );
  return made;
}

function numberOf({ type, minimum, exclusiveMinimum, maximum = Infinity }: Schema): number {
  const step = type === 'integer' ? 1 : 0.5;
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + step);
  return Math.min(type === 'integer' ? Math.ceil(least) : least, maximum);
}
