/** JSON's grammar of a number (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Length of the longest 64-bit integer, −2⁶³. */
const INT64_LENGTH = 20;
/** Maximum argument of `toPrecision`. */
const MAX_DIGITS = 100;

export const isNumeral = (text: string): boolean => NUMBER.test(text);

/**
 * Parses a number in JSON's syntax. Returns undefined for any other string, and for a decimal with more digits than a double represents. Returns
 * integers beyond ±(2⁵³ − 1) and Infinity, for validation to reject by their bounds.
 */
export function exactNumber(text: string): number | undefined {
  return isNumeral(text) && isExact(text) ? Number(text) : undefined;
}

/** True if a double has the digits of a numeral, or is an integer that validation rejects by its bounds. */
export function isExact(numeral: string): boolean {
  const number = Number(numeral);
  if (String(number) === numeral) return true;
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number))) return true;
  const digits = significant(numeral);
  return digits.length <= MAX_DIGITS && significant(number.toPrecision(digits.length || 1)) === digits;
}

const significant = (numeral: string): string =>
  numeral
    .replace(/[eE].*/, '')
    .replaceAll(/[-+.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');

/** True if a string is a 64-bit integer (OpenAPI Format Registry, `int64`). */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d*)$/.test(text) &&
  text.length <= INT64_LENGTH &&
  BigInt.asIntN(64, BigInt(text)) === BigInt(text);
