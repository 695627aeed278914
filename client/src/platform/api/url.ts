type Plain = string | number | boolean | null | undefined;

export interface UrlParts {
  readonly params?: Readonly<Record<string, Plain>>;
  readonly query?: Readonly<Record<string, Plain | readonly Plain[]>>;
}

/**
 * A call's path with its parameters and its query. The query is sorted by name; an array repeats its key; an undefined value is left out; a lone surrogate is sent
 * as U+FFFD. Throws a `TypeError` for a parameter that is empty, `.` or `..`: no encoding keeps it in a URL's path (WHATWG URL, 4.4).
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
