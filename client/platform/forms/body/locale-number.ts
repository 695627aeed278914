import { isExact } from '@web/bff/platform/contract/exact-number';

/** Creates a value once a locale, because creating an `Intl.NumberFormat` takes longer than formatting with it. */
function oncePerLocale<T>(create: (locale: string) => T): (locale: string) => T {
  const created = new Map<string, T>();
  return (locale) => {
    const value = created.get(locale) ?? create(locale);
    created.set(locale, value);
    return value;
  };
}

const signsOf = oncePerLocale((locale) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const ten = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210);
  const digits = Array.from(ten).toReversed();
  return { group: sign('group'), decimal: sign('decimal'), digits };
});

/** Replaces typographic separators with the characters that a keyboard has. */
const typed = (text: string): string => text.replaceAll(/\s/g, ' ').replaceAll('’', "'");

/** Parses a localized number, such as `1.234,5` in German. Returns undefined if it is invalid, or has more digits than a double represents. */
export function parseNumber(text: string, locale: string): number | undefined {
  const { group, decimal, digits } = signsOf(locale);
  // Some locales write bidirectional marks around the sign.
  const unmarked = typed(text.trim().replaceAll(/[\u061c\u200e\u200f]/g, '')).replace('\u2212', '-');
  const plain = Array.from(unmarked, (sign) => (digits.includes(sign) ? digits.indexOf(sign) : sign)).join(
    '',
  );
  const [whole = '', fraction = '', ...more] = plain.split(decimal);
  const groups = whole.replace(/^[-+]/, '').split(typed(group));
  const isGrouped =
    groups.slice(1).every((digits) => /^\d{2,3}$/.test(digits)) && groups.at(-1)?.length === 3;
  if (more.length > 0 || (groups.length > 1 && !isGrouped)) return undefined;
  const number = `${groups.join('')}.${fraction}`;
  if (!/^(\d+\.\d*|\.\d+)$/.test(number)) return undefined;
  // Digits that a double does not represent would be changed.
  return isExact(number) ? Number(`${whole.startsWith('-') ? '-' : ''}${number}`) : undefined;
}

const formatOf = oncePerLocale(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }),
);

/** Formats a number for an input, whose text `parseNumber` parses. */
export const formatNumber = (value: number, locale: string): string => formatOf(locale).format(value);
