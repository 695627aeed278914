/** JSON's grammar of a number (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+(?:\.0+)?$/;
/** Characters of the longest 64-bit integer. */
const MAX_LENGTH = 20;

/**
 * Parses a number as JSON writes it, and returns undefined for any other text. Decimals round to the nearest double. An integer beyond ±(2⁵³ − 1),
 * which would round to another one, becomes a `bigint`, or infinite beyond 64 bits; validation rejects both.
 */
export function exactNumber(text: string): number | bigint | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (!INTEGER.test(text) || Number.isSafeInteger(number)) return number;
  const [integer = ''] = text.split('.');
  return integer.length > MAX_LENGTH ? number * Infinity : BigInt(integer);
}

/** True if a value of this type, as `exactNumber` returns it, cannot be represented. */
export const isInexact = (value: unknown): boolean =>
  typeof value === 'bigint' || value === Infinity || value === -Infinity;

/** True for the text of a 64-bit integer (OpenAPI Format Registry, `int64`). */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d*)$/.test(text) &&
  text.length <= MAX_LENGTH &&
  BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** A number that may be an integer beyond ±(2⁵³ − 1), or overflow, follows a structural character (RFC 8259, section 2). */
const SUSPECT = /(?:^|[:,[\s])-?(?:\d{16}|[\d.]+e\+?\d{3})/i;

/** Returns a reviver for `JSON.parse` that applies `exactNumber`, or undefined if the text needs none. Revivers cost ten times as much as parsing. */
export const exactReviver = (text: string) =>
  SUSPECT.test(text)
    ? (_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
        typeof value === 'number' && source !== undefined ? exactNumber(source) : value
    : undefined;
