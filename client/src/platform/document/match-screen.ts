import type { DocumentScreen } from './embedded.ts';

/**
 * A screen's path as a regular expression without slashes at its ends; a parameter is a named group. JavaScript, PCRE and RE2 read
 * it alike; letters match in their case only.
 */
export const pathPattern = (path: string): string =>
  path
    .slice(1)
    .replace(/[^\w/:-]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');

/** The first screen whose path matches, with its parameters as the address spells them. `pathname` starts after the base path. */
export function matchScreen(screens: readonly DocumentScreen[], pathname: string) {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  for (const screen of screens) {
    const match = new RegExp(`^${pathPattern(screen.path)}$`).exec(path);
    if (match) return { screen, params: match.groups ?? {} };
  }
  return undefined;
}
