/**
 * `npm run bench:page [-- <part> …]`: what a product's two screens cost on a slow phone, measured interleaved in one run. `product`: over the
 * same screens in plain Vite and react-router-dom, and in Next. `signed-in`: with sign-in, over the same without.
 */
import type { Browser } from 'playwright-core';
import { chromium } from '../test/browser/chromium.ts';
import { benchProducts } from './product/plain-and-next.ts';
import { benchSignedIn } from './product/signed-in.ts';

const ROUNDS = 9;
const parts: Readonly<Record<string, (browser: Browser, rounds: number) => Promise<void>>> = {
  product: benchProducts,
  'signed-in': benchSignedIn,
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
const browser = await chromium();
try {
  for (const [name, bench] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) await bench(browser, ROUNDS);
} finally {
  await browser.close();
}
