import { isObject } from '@web/bff/platform/contract/schema/json-pointer';
import {
  childOf,
  namesOf,
  nodeOf,
  objectsOf,
  type SchemaNode,
} from '@web/bff/platform/contract/schema/schema-node';
import { formatNumber, parseNumber } from './locale-number.ts';

/** Content of a form, by the names of its controls. */
export interface FormContent {
  /** Empty for an unchecked checkbox; undefined for a group or a list. */
  readonly texts: ReadonlyMap<string, readonly string[] | undefined>;
  /** Values of the controls that still show what the form has written into them, and initial values of rows. */
  readonly written: ReadonlyMap<string, unknown>;
}
/** Text of a partly typed date, which must not count as empty. */
export const UNREADABLE = '?';

/**
 * Builds the body from the controls:
 * - A control that still shows what the form has written into it keeps the written value: its text may lack the seconds of a time, or a line break.
 * - A member without a control keeps its initial value.
 * - An empty control becomes `null` or `''`, whichever the schema accepts. If the schema accepts neither, the member is omitted. Exception: a required
 *   string without a format becomes `''`, also if it contains only blanks, so that validation reports its `minLength`.
 * - An invalid number or time stays a string, for validation to reject.
 *
 * With `isPartial`, for use while the user types, omits invalid values and keeps empty objects.
 */
export function bodyOf(
  node: SchemaNode,
  content: FormContent,
  initial: unknown,
  locale: string,
  isPartial = false,
): unknown {
  return valueOf(node, '', initial, { ...content, ...summaryOf(content), locale, isPartial });
}

interface Form extends FormContent {
  readonly locale: string;
  readonly isPartial: boolean;
  /** By the name of a control, group, list or row with controls: true if one of the controls is not empty. */
  readonly hasText: ReadonlyMap<string, boolean>;
  /** By the same names: true if one of the controls does not show what the form has written into it. */
  readonly hasChanged: ReadonlyMap<string, boolean>;
}

function summaryOf({ texts, written }: FormContent): Pick<Form, 'hasText' | 'hasChanged'> {
  const hasText = new Map<string, boolean>();
  const hasChanged = new Map<string, boolean>();
  for (const [name, values] of texts) {
    const isFilled = values?.some(Boolean) ?? false;
    const isChanged = values !== undefined && !written.has(name);
    for (const { index } of `${name}.`.matchAll(/\.|\[/g)) {
      const prefix = name.slice(0, index);
      hasText.set(prefix, isFilled || hasText.get(prefix) === true);
      hasChanged.set(prefix, isChanged || hasChanged.get(prefix) === true);
    }
  }
  return { hasText, hasChanged };
}

function valueOf(node: SchemaNode, name: string, initial: unknown, form: Form): unknown {
  const { texts, written, hasText, hasChanged, isPartial } = form;
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
      const isEmptied = hasText.get(decisive) === false && hasChanged.get(decisive) === true;
      const isLeftOut = !isPartial && isEmptied && !isRequired && namesOf(child).length > 0;
      const value = isLeftOut ? emptyOf(child) : valueOf(child, inner(member), before?.[member], form);
      // Lets `minLength` or another specific rule report the error instead of `required`.
      const isMissing = value === undefined ? isEmptied : isBlank(value) && !written.has(inner(member));
      if (isMissing && isRequired && isPlainText(child)) return [[member, ''] as const];
      return value === undefined ? [] : [[member, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (written.has(name)) return written.get(name);
  if (!isShown) return initial;
  const own = texts.get(name) ?? [];
  if (node.kind !== 'array') return leafOf(node, own[0], form);
  const { item } = node;
  const isGroup = item.kind === 'array' || namesOf(item).length > 0;
  const absent = isPartial ? undefined : '';
  const rows: unknown[] = own.map((text) => leafOf(item, text, form) ?? absent);
  for (let row = `${name}[${rows.length}]`; hasText.has(row); row = `${name}[${rows.length}]`) {
    const isWritten = !isGroup && written.has(row);
    const value = isGroup
      ? valueOf(item, row, written.get(row), form)
      : leafOf(item, texts.get(row)?.[0], form);
    rows.push((isWritten ? written.get(row) : isBlank(value) ? undefined : value) ?? absent);
  }
  return rows;
}

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === '';

const memberNode = (node: SchemaNode, name: string, value?: unknown): SchemaNode =>
  childOf(node, name, value) ?? nodeOf({});

function leafOf(node: SchemaNode, text: string | undefined, { locale, isPartial }: Form): unknown {
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
  return (isNumber(node) ? parseNumber(text, locale) : parseTime(text)) ?? invalid;
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
