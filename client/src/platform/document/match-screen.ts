import type { DocumentScreen } from './bootstrap-data.ts';

/** Converts a screen's path to a regular expression for JavaScript, PCRE and RE2, without outer slashes. Parameters are named groups. */
export const pathPattern = (path: string): string =>
  path
    .slice(1)
    .replace(/[^\w/:-]/g, String.raw`\$&`)
    .replace(/:(\w+)/g, '(?<$1>[^/]+)');

/** Returns the first matching screen, with its parameters still encoded. `pathname` starts after the base path. */
export function matchScreen(screens: readonly DocumentScreen[], pathname: string) {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  for (const screen of screens) {
    const match = new RegExp(`^${pathPattern(screen.path)}$`).exec(path);
    if (match) return { screen, params: match.groups ?? {} };
  }
  return undefined;
}
