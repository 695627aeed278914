import { exactNumber } from '#platform/contract/exact-number.ts';
import { childOf, nodeOf, type SchemaNode } from './schema-node.ts';

type Convert = (sent: unknown) => unknown;

/**
 * Creates a function that coerces the strings of params, query, headers or a form to the types of their schema: a number in JSON's syntax to a
 * number, `true` and `false` to a boolean, an empty string to `null`, and a single value to an array. Other strings stay unchanged, for validation to
 * check. Ajv's own coercion would read a blank as 0, and `0x10` as 16.
 */
export function coercionOf(schema: object): (values: Record<string, unknown>) => void {
  const node = nodeOf(schema);
  const conversions = new Map<string, Convert>();
  const add = (name: string): Convert | undefined => {
    const member = childOf(node, name);
    if (member) conversions.set(name, memberConversion(member));
    return conversions.get(name);
  };
  return (values) => {
    for (const [name, sent] of Object.entries(values)) {
      const convert = conversions.get(name) ?? add(name);
      if (convert) values[name] = convert(sent);
    }
  };
}

function memberConversion(node: SchemaNode): Convert {
  if (node.kind !== 'array') return textConversion(node);
  const convert = textConversion(node.item);
  return (sent) => [sent].flat().map(convert);
}

function textConversion(node: SchemaNode): Convert {
  const { kind, isNullable } = node;
  const choices: readonly unknown[] = kind === 'choice' ? node.choices : [];
  const accepts = (type: string) => kind === type || choices.some((choice) => typeof choice === type);
  return (text) => {
    if (text === '' && isNullable) return null;
    if (typeof text !== 'string' || kind === 'string' || choices.includes(text)) return text;
    if (accepts('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
    return kind === 'integer' || accepts('number') ? (exactNumber(text) ?? text) : text;
  };
}
