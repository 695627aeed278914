/** Escapes a member name for a JSON pointer (RFC 6901, section 3). */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Splits a JSON pointer (RFC 6901, section 4) into member names and indexes. */
export const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
