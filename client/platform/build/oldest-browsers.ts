import { resolve } from 'node:path';
import browserslist from 'browserslist';

/** Vite's browser names. Omits browsers on Android: the data has only their newest versions, which equal the desktop's. */
const NAMES: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

/** Returns the oldest browsers of `browserslist` in client/package.json, such as `chrome125`, for syntax, CSS and the test of APIs. */
export function oldestBrowsers(): string[] {
  const oldest = new Map<string, number>();
  for (const browser of browserslist(undefined, { path: resolve(import.meta.dirname, '../..') })) {
    const [name = '', version = ''] = browser.split(' ');
    const known = NAMES[name];
    if (known) oldest.set(known, Math.min(oldest.get(known) ?? Infinity, Number.parseFloat(version)));
  }
  return Array.from(oldest, ([name, version]) => `${name}${version}`);
}
