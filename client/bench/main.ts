/**
 * `npm run bench:page [-- <part> …]`: what the application costs on a slow phone, over the same home screen in plain Vite and
 * react-router-dom, measured interleaved in one run. All parts unless some are named.
 */
import { chromium } from '../test/browser/chromium.ts';
import { compareProducts } from './product/compare.ts';
import { firstLoadFiles, total } from './first-load-files.ts';
import { requestedByDocument } from './requests.ts';
import { printTimings, printTrace, visitInTurns } from './timings.ts';
import { openBoth, type Both } from './two-applications.ts';

const ROUNDS = 9;

const parts: Readonly<Record<string, (both: Both) => Promise<void>>> = {
  bytes: async ({ ours, base }) => {
    const [a, b] = [await firstLoadFiles(ours.dist), await firstLoadFiles(base.dist)];
    console.log('First load, bytes of brotli without header fields and calls');
    print('ours', a);
    print('base', b);
    console.log(`  ours − base  ${total(a) - total(b)}, goal ≤ 10200`);
  },
  timings: async (both) => {
    const browser = await chromium();
    try {
      const visits = await visitInTurns(browser, both, ROUNDS);
      for (const kind of ['cold', 'repeat'] as const) printTimings(visits, kind);
      for (const name of ['ours', 'base'] as const) {
        const requested = await requestedByDocument(browser, both[name].address);
        const later = visits.cold[name][0]?.sent.filter(({ path }) => !requested.has(path)) ?? [];
        console.log(`\nWhat waits for another answer than the document: ${name}`);
        console.log(`  ${later.map(({ path }) => path).join(', ') || 'nothing'}`);
      }
      for (const name of ['ours', 'base'] as const) {
        console.log(`\nWhat ran when in the first visit of median interactivity: ${name}`);
        printTrace(visits.cold[name]);
      }
    } finally {
      await browser.close();
    }
  },
  product: async () => {
    const browser = await chromium();
    try {
      await compareProducts(browser, ROUNDS);
    } finally {
      await browser.close();
    }
  },
};

function print(what: string, files: ReadonlyMap<string, number>): void {
  console.log(`  ${what} ${total(files)}`);
  for (const [file, bytes] of files) console.log(`    ${String(bytes).padStart(6)}  ${file}`);
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`);
const both = await openBoth();
try {
  for (const [name, part] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) await part(both);
} finally {
  await both.stop();
}
