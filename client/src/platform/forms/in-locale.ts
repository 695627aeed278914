import { nodeAt, type SchemaNode } from '@web/bff/contract/kit/schema/schema-node';
import { pathOf } from './body-errors.ts';
import { type Controls, typesOf } from './body-of.ts';
import { formatNumber, parseNumber } from './locale-number.ts';

/** The same controls, with their numbers as another language writes them: `1.250` in German is `1250` in English. */
export function inLocale(schema: SchemaNode, controls: Controls, from: string, to: string): Controls {
  if (from === to || !from) return controls;
  const textOf = (name: string, text: string): string => {
    const node = nodeAt(schema, pathOf(name));
    const isNumber = node && typesOf(node).some((type) => type === 'number' || type === 'integer');
    const value = isNumber ? parseNumber(text, from) : undefined;
    return value === undefined ? text : formatNumber(value, to);
  };
  return new Map(Array.from(controls, ([name, texts]) => [name, texts.map((text) => textOf(name, text))]));
}
