import { exactNumber } from '#platform/contract/exact-number.ts';
import { childOf, type SchemaNode, typesOf, variantsOf } from './schema-node.ts';

type Convert = (sent: unknown) => unknown;

/**
 * Creates a function that coerces the strings of params, query, headers or a form to the types of their schema: a number in JSON's syntax to a
 * number, `true` and `false` to a boolean, an empty string to `null`, and a single value to an array. Other strings stay unchanged, for validation to
 * check. Ajv's own coercion would read a blank as 0, and `0x10` as 16.
 */
export function coercionOf(schema: SchemaNode): (values: Record<string, unknown>) => void {
  const conversions = new Map<string, Convert>();
  const add = (name: string): Convert | undefined => {
    const node = childOf(schema, name);
    if (node) conversions.set(name, memberConversion(node));
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
  const item = variantsOf(node).some(({ items }) => items) ? childOf(node, '0') : undefined;
  if (!item) return textConversion(node);
  const convert = textConversion(item);
  return (sent) => [sent].flat().map(convert);
}

function textConversion(node: SchemaNode): Convert {
  const types = typesOf(node);
  const variants = variantsOf(node);
  const acceptsText = (text: string): boolean =>
    variants.some(({ type, const: constant, enum: choices }) =>
      constant === undefined && !choices
        ? [type].flat().includes('string')
        : constant === text || choices?.includes(text),
    );
  return (text) => {
    if (text === '' && types.includes('null')) return null;
    if (typeof text !== 'string' || acceptsText(text)) return text;
    if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
    return types.includes('number') || types.includes('integer') ? (exactNumber(text) ?? text) : text;
  };
}
