/** Converts a screen's path to a regular expression for JavaScript, PCRE and RE2. Omits the leading slash. Parameters become named groups. */
export const pathPattern = (path: string): string =>
  path
    .slice(1)
    .replace(/[^\w/:-]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');

const matchOf = (path: string, pathname: string) => new RegExp(`^/*${pathPattern(path)}/*$`).exec(pathname);

/** Returns the first matching screen. `pathname` is encoded, and relative to the base path. */
export const matchScreen = <S extends { readonly path: string }>(screens: readonly S[], pathname: string) =>
  screens.find(({ path }) => matchOf(path, pathname));

/**
 * Returns a screen's decoded parameters. Throws a `URIError` if a parameter is not valid UTF-8 (`%FF`). Used instead of the router's
 * parameters, because the router decodes `%252F` twice.
 */
export function paramsOf(path: string, pathname: string): Record<string, string> {
  const params = { ...matchOf(path, pathname)?.groups };
  for (const name in params) params[name] = decodeURIComponent(params[name] ?? '');
  return params;
}
