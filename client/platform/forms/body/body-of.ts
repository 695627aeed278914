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
  return valueOf(node, '', initial, { controls, locale, isPartial, hasText: textsBeneath(controls) });
}

interface Form {
  readonly controls: Controls;
  readonly locale: string;
  readonly isPartial: boolean;
  /** By the name of a control, group, list or row with controls: true if one of the controls is not empty. */
  readonly hasText: ReadonlyMap<string, boolean>;
}

function textsBeneath(controls: Controls): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const [name, texts] of controls) {
    const hasText = texts.some(Boolean);
    for (const { index } of `${name}.`.matchAll(/\.|\[/g)) {
      const prefix = name.slice(0, index);
      found.set(prefix, hasText || found.get(prefix) === true);
    }
  }
  return found;
}

function valueOf(node: SchemaNode, name: string, initial: unknown, form: Form): unknown {
  const { controls, hasText, isPartial } = form;
  const isShown = name === '' || hasText.has(name);
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
      const isRequired = objects.some(({ required }) => required.has(member));
      // A union is empty if its discriminator is: the fields of its objects keep what the user has typed.
      const decisive = child.kind === 'union' ? `${inner(member)}.${child.discriminator}` : inner(member);
      const isEmptied = hasText.get(decisive) === false;
      const isLeftOut = !isPartial && isEmptied && !isRequired && namesOf(child).length > 0;
      const value = isLeftOut ? emptyOf(child) : valueOf(child, inner(member), before?.[member], form);
      // Lets `minLength` or another specific rule report the error instead of `required`.
      if (value === undefined && isEmptied && isRequired && isPlainText(child))
        return [[member, ''] as const];
      return value === undefined ? [] : [[member, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (!isShown) return initial;
  const texts = controls.get(name) ?? [];
  if (node.kind !== 'array') return leafOf(node, texts[0], shownTexts(node, [initial], form), form);
  const { item } = node;
  const stored: readonly unknown[] = Array.isArray(initial) ? initial : [];
  const shown = shownTexts(item, stored, form);
  const isGroup = item.kind === 'array' || namesOf(item).length > 0;
  const absent = isPartial ? undefined : '';
  const rows: unknown[] = texts.map((text) => leafOf(item, text, shown, form) ?? absent);
  for (let row = `${name}[${rows.length}]`; hasText.has(row); row = `${name}[${rows.length}]`) {
    // A row of a group has a control with its original index, because rows can move. A row of one field has the field's text.
    const [text] = controls.get(row) ?? [];
    const value = isGroup
      ? valueOf(item, row, text ? stored[Number(text)] : undefined, form)
      : leafOf(item, text, shown, form);
    rows.push(value ?? absent);
  }
  return rows;
}

const memberNode = (node: SchemaNode, name: string, value?: unknown): SchemaNode =>
  childOf(node, name, value) ?? nodeOf({});

/** Numbers and times by the text that their control shows. */
type Shown = ReadonlyMap<string | undefined, unknown>;

const shownTexts = (node: SchemaNode, values: readonly unknown[], { locale }: Form): Shown =>
  new Map(isNumber(node) || isTime(node) ? values.map((value) => [textOf(node, value, locale), value]) : []);

function leafOf(
  node: SchemaNode,
  text: string | undefined,
  shown: Shown,
  { locale, isPartial }: Form,
): unknown {
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
  return shown.get(text) ?? (isNumber(node) ? parseNumber(text, locale) : parseTime(text)) ?? invalid;
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
