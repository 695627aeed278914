type Plain = string | number | boolean | null | undefined;

export interface UrlParts {
  readonly params?: Readonly<Record<string, Plain>>;
  readonly query?: Readonly<Record<string, Plain | readonly Plain[]>>;
}

/**
 * Builds a call's URL. Sorts the query by name, repeats the key of an array, omits undefined values, and replaces lone surrogates with U+FFFD. Throws
 * a `TypeError` for a parameter that is empty, `.` or `..`, which no encoding preserves in a path (WHATWG URL, 4.4).
 */
export function urlOf(path: string, { params = {}, query = {} }: UrlParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const text = String(params[name] ?? '').toWellFormed();
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} cannot be "${text}"`);
    return encodeURIComponent(text);
  });
  const search = new URLSearchParams();
  for (const name of Object.keys(query).sort())
    for (const value of [query[name]].flat()) if (value !== undefined) search.append(name, String(value));
  return filled + (search.size > 0 ? `?${search}` : '');
}
