import { childOf, type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { parseNumber } from './locale-number.ts';

/** What a form's controls hold, nested as the body is; every value is a text or a file. */
export type Payload = Readonly<Record<string, unknown>>;

interface Form {
  readonly locale: string;
  /** Whether the form shows a control of this name, or one beneath it. */
  readonly isShown: (name: string) => boolean;
}

/**
 * The body that the schema describes. A member that the form does not show keeps its initial value. An empty text becomes `null` or `''`
 * where the schema takes that, and is left out otherwise unless it is required. A text that is no number or no time stays as it is: validation refuses it.
 */
export function bodyOf(schema: SchemaNode, payload: Payload, initial: unknown, form: Form): unknown {
  return valueOf(schema, '', payload, initial, form);
}

function valueOf(node: SchemaNode, name: string, raw: unknown, initial: unknown, form: Form): unknown {
  const isShown = name === '' || form.isShown(name);
  const members = membersOf(node);
  if (members.length > 0) {
    const before = isObject(initial) ? initial : undefined;
    if (!isShown && !before) return undefined;
    const texts = isObject(raw) ? raw : {};
    const required = variantsOf(node).flatMap((variant) => variant.required ?? []);
    const fields = members.flatMap((member) => {
      const inner = name ? `${name}.${member}` : member;
      const child = childOf(node, member) ?? {};
      const isRequired = required.includes(member);
      const isEmptied = form.isShown(inner) && !hasText(texts[member]);
      const isLeftOut = isEmptied && !isRequired && membersOf(child).length > 0;
      const value = isLeftOut
        ? emptyOf(child, typesOf(child))
        : valueOf(child, inner, texts[member], before?.[member], form);
      // So that its own rule says what is missing, such as a length.
      if (value === undefined && isEmptied && isRequired && isPlainText(child))
        return [[member, ''] as const];
      return value === undefined ? [] : [[member, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (!isShown) return initial;
  const item = variantsOf(node).find(({ items }) => items)?.items;
  if (!item) return leafOf(node, raw, form.locale);
  const list = raw === undefined ? [] : [raw].flat();
  if (membersOf(item).length === 0) return list.map((one) => leafOf(item, one, form.locale) ?? '');
  return list.map((one, at) => valueOf(item, `${name}[${at}]`, one, undefined, form));
}

function leafOf(node: SchemaNode, raw: unknown, locale: string): unknown {
  const types = typesOf(node);
  // A box that is not ticked.
  if (raw === undefined && types.includes('boolean')) return false;
  const text = typeof raw === 'string' ? raw : '';
  if (text === '') return emptyOf(node, types);
  if (types.includes('boolean')) return text !== 'false';
  if (types.includes('number') || types.includes('integer')) return parseNumber(text, locale) ?? text;
  if (!variantsOf(node).some(({ format }) => format === 'date-time')) return text;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

/** Whether anything was typed or chosen, at any depth. */
const hasText = (raw: unknown): boolean =>
  isObject(raw) || Array.isArray(raw) ? Object.values(raw).some(hasText) : !!raw;

function emptyOf(node: SchemaNode, types: readonly string[]): '' | null | undefined {
  if (types.includes('null')) return null;
  return isPlainText(node) && !variantsOf(node).some(({ minLength }) => minLength) ? '' : undefined;
}

const isPlainText = (node: SchemaNode): boolean =>
  variantsOf(node).some(
    ({ type, format, pattern, enum: choices, const: constant }) =>
      type === 'string' && !format && !pattern && !choices && constant === undefined,
  );

/** The names of an object's members; of a union, of all its parts. */
export const membersOf = (node: SchemaNode): string[] => [
  ...new Set(variantsOf(node).flatMap(({ properties }) => Object.keys(properties ?? {}))),
];

/** The types of a value; a constant tells its own. */
export const typesOf = (node: SchemaNode): string[] =>
  variantsOf(node).flatMap((variant) => {
    const constants = [...('const' in variant ? [variant.const] : []), ...(variant.enum ?? [])];
    return [variant.type ?? [], constants.map((one) => (one === null ? 'null' : typeof one))].flat(2);
  });

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
