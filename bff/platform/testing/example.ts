import type Type from 'typebox';
import type { Keywords } from '#platform/contract/schema/leaf-node.ts';
import {
  nodeOf,
  objectsOf,
  type ObjectNode,
  type SchemaNode,
} from '#platform/contract/schema/schema-node.ts';

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
): Type.Static<S> => exampleOf(nodeOf(schema), '', members) as Type.Static<S>;

function exampleOf(node: SchemaNode, name: string, members: object = {}): unknown {
  const { keywords } = node;
  if ('default' in keywords) return structuredClone(keywords.default);
  if (keywords.examples) return structuredClone(keywords.examples[0]);
  switch (node.kind) {
    case 'object':
    case 'union':
      return objectOf(objectsOf(node)[0] as ObjectNode, name, members);
    case 'choice':
      return node.choices[0] ?? null;
    case 'array':
      return Array.from({ length: keywords.minItems ?? 0 }, () => exampleOf(node.item, name));
    case 'string':
      return textOf(keywords, name);
    case 'integer':
    case 'number':
      return numberOf(keywords, node.kind === 'integer' ? 1 : 0.5);
    case 'boolean':
      return false;
    case 'record':
      return {};
    case 'scalars':
      return exampleOf(node.parts[0] as SchemaNode, name);
    case 'unknown':
      return null;
    case 'foreign':
      break;
  }
  throw new TypeError(`${name || 'The value'}: no example of ${node.keyword}; pass it`);
}

function objectOf({ members, required }: ObjectNode, name: string, given: object): object {
  const missing = [...required].filter((key) => !Object.hasOwn(given, key));
  const made = missing.map((key) => {
    const member = members.get(key);
    return [key, member && exampleOf(member, name ? `${name}.${key}` : key)];
  });
  return { ...(Object.fromEntries(made) as object), ...given };
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Keywords, name: string): string {
  const text = format === undefined ? (name.split('.').at(-1) ?? 'text') : FORMATS[format];
  const made = text?.padEnd(minLength, 'x').slice(0, format === undefined ? maxLength : undefined);
  if (made === undefined || (pattern !== undefined && !new RegExp(pattern, 'u').test(made)))
    throw new TypeError(
      `${name || 'The value'}: no example of ${format ?? pattern}; pass it, or add \`examples\` to the schema`,
    );
  return made;
}

function numberOf({ minimum, exclusiveMinimum, maximum = Infinity }: Keywords, step: number): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + step);
  return Math.min(step === 1 ? Math.ceil(least) : least, maximum);
}
