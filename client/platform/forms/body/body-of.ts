import { isObject } from '@web/bff/platform/contract/schema/json-pointer';
import {
  childOf,
  namesOf,
  nodeOf,
  objectsOf,
  type SchemaNode,
} from '@web/bff/platform/contract/schema/schema-node';
import { formatNumber, parseNumber } from './locale-number.ts';

/** Control values by name. The array is empty for groups, lists and unchecked checkboxes. */
export type Controls = ReadonlyMap<string, readonly string[]>;
/** Control value of a partly typed date, which must not count as empty. */
export const UNREADABLE = '?';

/**
 * Builds the body from the controls:
 * - A member without a control keeps its initial value.
 * - An empty control becomes `null` or `''`, whichever the schema accepts. If the schema accepts neither, the member is omitted. Exception: a required
 *   string without a format becomes `''`, so that validation reports its `minLength`.
 * - An invalid number or time stays a string, for validation to reject.
 *
 * With `isPartial`, for use while the user types, omits invalid values and keeps empty objects.
 */
export function bodyOf(
  node: SchemaNode,
  controls: Controls,
  initial: unknown,
  locale: string,
  isPartial = false,
): unknown {
  return valueOf(node, '', initial, { controls, locale, isPartial, stored: [initial] });
}

interface Form {
  readonly controls: Controls;
  readonly locale: string;
  readonly isPartial: boolean;
  /** Initial values to compare the control's text with. In a list, the values of all rows, because a row may have moved. */
  readonly stored: readonly unknown[];
}

function valueOf(node: SchemaNode, name: string, initial: unknown, form: Form): unknown {
  const isShown = name === '' || beneath(name, form).length > 0;
  const before = isObject(initial) ? initial : undefined;
  const inner = (member: string) => (name ? `${name}.${member}` : member);
  // Only the object of a union that the user has chosen is sent.
  const choice: Record<string, unknown> = {};
  if (node.kind === 'union') {
    const member = node.discriminator;
    choice[member] = valueOf(memberNode(node, member), inner(member), before?.[member], form);
  }
  const members = namesOf(node, choice);
  if (members.length > 0) {
    if (!isShown && !before) return undefined;
    const objects = objectsOf(node, choice);
    const fields = members.flatMap((member) => {
      const child = memberNode(node, member, choice);
      const ofMember = { ...form, stored: form.stored.map((value) => Object(value)[member]) };
      const isRequired = objects.some(({ required }) => required.has(member));
      // Whether a union is empty depends on its discriminator alone: the fields of its objects keep what the user has typed.
      const decisive = child.kind === 'union' ? `${inner(member)}.${child.discriminator}` : inner(member);
      const shown = beneath(decisive, form);
      const isEmptied = shown.length > 0 && shown.every(([, texts]) => !texts.some(Boolean));
      const isLeftOut = !form.isPartial && isEmptied && !isRequired && namesOf(child).length > 0;
      const value = isLeftOut ? emptyOf(child) : valueOf(child, inner(member), before?.[member], ofMember);
      // Lets `minLength` or another specific rule report the error instead of `required`.
      if (value === undefined && isEmptied && isRequired && isPlainText(child))
        return [[member, ''] as const];
      return value === undefined ? [] : [[member, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (!isShown) return initial;
  const texts = form.controls.get(name) ?? [];
  if (node.kind !== 'array') return leafOf(node, texts[0], form);
  const { item } = node;
  const absent = form.isPartial ? undefined : '';
  const rows: unknown[] = texts.map((text) => leafOf(item, text, form) ?? absent);
  while (beneath(`${name}[${rows.length}]`, form).length > 0) {
    const row = `${name}[${rows.length}]`;
    const stored = form.stored.flatMap((list) => (Array.isArray(list) ? [list[rows.length], ...list] : []));
    rows.push(valueOf(item, row, initialOf(row, initial, form), { ...form, stored }) ?? absent);
  }
  return rows;
}

/** Returns the initial value of a row. Rows can move, so a hidden control with the row's name holds the row's original index. */
function initialOf(row: string, initial: unknown, { controls }: Form): unknown {
  const [index] = controls.get(row) ?? [];
  return index && Array.isArray(initial) ? initial[Number(index)] : undefined;
}

const beneath = (name: string, { controls }: Form) =>
  [...controls].filter(
    ([control]) => control === name || control.startsWith(`${name}.`) || control.startsWith(`${name}[`),
  );

const memberNode = (node: SchemaNode, name: string, value?: unknown): SchemaNode =>
  childOf(node, name, value) ?? nodeOf({});

function leafOf(node: SchemaNode, text: string | undefined, { locale, stored, isPartial }: Form): unknown {
  const invalid = isPartial ? undefined : text;
  const choices: readonly unknown[] = node.kind === 'choice' ? node.choices : [];
  const chosen = choices.find((choice) => String(choice) === text);
  if (chosen !== undefined) return chosen;
  const isBoolean = node.kind === 'boolean' || choices.some((choice) => typeof choice === 'boolean');
  // An unchecked checkbox has no text.
  if (text === undefined && isBoolean) return false;
  if (!text) return emptyOf(node);
  if (isBoolean) return text !== 'false';
  if (!isNumber(node) && !isTime(node)) return text === UNREADABLE && !isPlainText(node) ? invalid : text;
  // An unchanged control keeps its original value, because the text omits the seconds of a time, and has at most 20 decimals of a number.
  const unchanged = stored.find((value) => textOf(node, value, locale) === text);
  return unchanged ?? (isNumber(node) ? parseNumber(text, locale) : parseTime(text)) ?? invalid;
}

/** Parses a time in the user's time zone. Returns undefined for a time that is skipped when clocks go forward. */
function parseTime(text: string): string | undefined {
  const time = new Date(text);
  const shown = [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return shown === text.split('T')[1]?.slice(0, 5) ? time.toISOString() : undefined;
}

function emptyOf(node: SchemaNode): '' | null | undefined {
  if (node.isNullable) return null;
  return isPlainText(node) && !node.keywords.minLength ? '' : undefined;
}

const isPlainText = ({ kind, keywords: { format, pattern } }: SchemaNode): boolean =>
  kind === 'string' && !format && !pattern;

export const isNumber = ({ kind }: SchemaNode): boolean => kind === 'number' || kind === 'integer';

const isTime = ({ kind, keywords }: SchemaNode): boolean =>
  kind === 'string' && keywords.format === 'date-time';

/** Formats a value for its control. */
export function textOf(node: SchemaNode, value: unknown, locale: string): string | undefined {
  if (typeof value === 'number') return formatNumber(value, locale);
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return undefined;
  return isTime(node) ? localTime(new Date(value)) : value;
}

/** Formats a time for `<input type="datetime-local">`: to the minute, in the user's time zone. */
function localTime(time: Date): string {
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}
