import { exactNumber } from '../exact-number.ts';
import { childOf, type SchemaNode, typesOf, variantsOf } from './schema-node.ts';

/**
 * Converts the texts of params, a query, headers or a form to the types of their schema: numbers as JSON writes them, `true` and `false`, an empty text
 * to `null`, and a single text to a list. Leaves any other text for validation to reject. Ajv's own coercion reads a blank as 0, and `0x10` as 16.
 */
export function coerce(schema: SchemaNode, values: Record<string, unknown>): void {
  for (const [name, sent] of Object.entries(values)) {
    const node = childOf(schema, name);
    if (!node) continue;
    const item = variantsOf(node).some(({ items }) => items) ? childOf(node, '0') : undefined;
    values[name] = item ? [sent].flat().map((text) => valueOf(item, text)) : valueOf(node, sent);
  }
}

function valueOf(node: SchemaNode, text: unknown): unknown {
  const types = typesOf(node);
  if (text === '' && types.includes('null')) return null;
  if (typeof text !== 'string' || acceptsText(node, text)) return text;
  if (types.includes('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return types.includes('number') || types.includes('integer') ? (exactNumber(text) ?? text) : text;
}

const acceptsText = (node: SchemaNode, text: string): boolean =>
  variantsOf(node).some(({ type, const: constant, enum: choices }) =>
    constant === undefined && !choices
      ? [type].flat().includes('string')
      : constant === text || choices?.includes(text),
  );
