/** JSON's grammar of a number (RFC 8259, section 6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const INTEGER = /^-?\d+(?:\.0+)?$/;
/** Length of the longest 64-bit integer, −2⁶³. */
const MAX_LENGTH = 20;

/**
 * Parses a number in JSON's syntax. Returns undefined for any other string. Decimals round to the nearest double. An integer beyond ±(2⁵³ − 1)
 * becomes a `bigint`, or ±Infinity if it is longer than any 64-bit integer. Validation rejects Infinity, and accepts a `bigint` only for the format
 * `int64`.
 */
export function exactNumber(text: string): number | bigint | undefined {
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  if (!INTEGER.test(text) || Number.isSafeInteger(number)) return number;
  const [integer = ''] = text.split('.');
  return integer.length > MAX_LENGTH ? number * Infinity : BigInt(integer);
}

export const isInexact = (value: unknown): boolean =>
  typeof value === 'bigint' || value === Infinity || value === -Infinity;

/** True if a string is a 64-bit integer (OpenAPI Format Registry, `int64`). */
export const isInt64 = (text: string): boolean =>
  /^(?:0|-?[1-9]\d*)$/.test(text) &&
  text.length <= MAX_LENGTH &&
  BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** Matches a JSON text with a number that may exceed ±(2⁵³ − 1) or overflow. Looks only where a number can start. */
const SUSPECT = /(?:^|[:,[\s])-?(?:\d{16}|[\d.]+e\+?\d{3})/i;

/**
 * Returns a reviver for `JSON.parse` that applies `exactNumber`. Returns undefined if the text needs none, because with a reviver, parsing takes ten
 * times as long.
 */
export const exactReviver = (text: string) =>
  SUSPECT.test(text)
    ? (_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
        typeof value === 'number' && source !== undefined ? exactNumber(source) : value
    : undefined;
