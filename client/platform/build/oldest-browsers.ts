import { resolve } from 'node:path';
import browserslist from 'browserslist';

/** Maps Browserslist's names to Vite's. Omits browsers on Android: Browserslist has only their newest versions, which equal the desktop's. */
const NAMES: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

/** Returns the oldest version of each browser in `browserslist` of client/package.json, such as `chrome125`. */
export function oldestBrowsers(): string[] {
  const oldest = new Map<string, number>();
  for (const browser of browserslist(undefined, { path: resolve(import.meta.dirname, '../..') })) {
    const [name = '', version = ''] = browser.split(' ');
    const known = NAMES[name];
    if (known) oldest.set(known, Math.min(oldest.get(known) ?? Infinity, Number.parseFloat(version)));
  }
  return Array.from(oldest, ([name, version]) => `${name}${version}`);
}
