import { childOf, isTuple, type SchemaNode, variantsOf } from '@web/bff/contract/kit/schema/schema-node';
import { formatNumber, parseNumber } from './locale-number.ts';

/** The texts that a form's controls hold, by their names: none for a box that is not ticked, and for a group or a list itself. */
export type Controls = ReadonlyMap<string, readonly string[]>;

/**
 * The body that the schema describes. A member that the form does not show keeps its initial value. An empty text becomes `null` or `''`
 * where the schema takes that, and is left out otherwise unless it is required. A text that is no number or no time stays as it is: validation refuses it.
 */
export function bodyOf(schema: SchemaNode, controls: Controls, initial: unknown, locale: string): unknown {
  return valueOf(schema, '', initial, { controls, locale, stored: [initial] });
}

interface Form {
  readonly controls: Controls;
  readonly locale: string;
  /** Values that the field may have begun with: in a list those of all rows, because rows move. */
  readonly stored: readonly unknown[];
}

function valueOf(node: SchemaNode, name: string, initial: unknown, form: Form): unknown {
  const isShown = name === '' || beneath(name, form).length > 0;
  const members = membersOf(node);
  if (members.length > 0) {
    const before = isObject(initial) ? initial : undefined;
    if (!isShown && !before) return undefined;
    const required = variantsOf(node).flatMap((variant) => variant.required ?? []);
    const fields = members.flatMap((member) => {
      const inner = name ? `${name}.${member}` : member;
      const child = childOf(node, member) ?? {};
      const ofMember = { ...form, stored: form.stored.map((value) => Object(value)[member]) };
      const isRequired = required.includes(member);
      const shown = beneath(inner, form);
      const isEmptied = shown.length > 0 && shown.every(([, texts]) => !texts.some(Boolean));
      const isLeftOut = isEmptied && !isRequired && membersOf(child).length > 0;
      const value = isLeftOut
        ? emptyOf(child, typesOf(child))
        : valueOf(child, inner, before?.[member], ofMember);
      // So that its own rule says what is missing, such as a length.
      if (value === undefined && isEmptied && isRequired && isPlainText(child))
        return [[member, ''] as const];
      return value === undefined ? [] : [[member, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (!isShown) return initial;
  const texts = form.controls.get(name) ?? [];
  const item = variantsOf(node).find(({ items }) => items)?.items;
  if (!item || isTuple(item)) return leafOf(node, texts[0], form);
  const rows: unknown[] = texts.map((text) => leafOf(item, text, form) ?? '');
  while (beneath(`${name}[${rows.length}]`, form).length > 0) {
    const stored = form.stored.flatMap((list) => (Array.isArray(list) ? [list[rows.length], ...list] : []));
    rows.push(valueOf(item, `${name}[${rows.length}]`, undefined, { ...form, stored }) ?? '');
  }
  return rows;
}

/** The controls of that name, or beneath it. */
const beneath = (name: string, { controls }: Form) =>
  [...controls].filter(
    ([control]) => control === name || control.startsWith(`${name}.`) || control.startsWith(`${name}[`),
  );

function leafOf(node: SchemaNode, text: string | undefined, { locale, stored }: Form): unknown {
  const types = typesOf(node);
  // A box that is not ticked.
  if (text === undefined && types.includes('boolean')) return false;
  if (!text) return emptyOf(node, types);
  if (types.includes('boolean')) return text !== 'false';
  if (types.includes('number') || types.includes('integer')) return parseNumber(text, locale) ?? text;
  if (!isTime(node)) return text;
  // An input shows no seconds, so an unchanged time keeps its own.
  const unchanged = stored.find((value) => textOf(node, value, locale) === text);
  const time = new Date(text);
  return unchanged ?? (Number.isNaN(time.getTime()) ? text : time.toISOString());
}

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
    return [variant.type ?? [], constants.map((value) => (value === null ? 'null' : typeof value))].flat(2);
  });

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTime = (node: SchemaNode): boolean => variantsOf(node).some(({ format }) => format === 'date-time');

/** What a control shows for the value of a field. */
export function textOf(node: SchemaNode, value: unknown, locale: string): string | undefined {
  if (typeof value === 'number') return formatNumber(value, locale);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return isTime(node) ? localTime(value) : value;
}

/** A time as `<input type="datetime-local">` takes it: to the minute, in the user's time zone. */
function localTime(text: string): string {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
