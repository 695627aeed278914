import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTwoParts } from '../../bench/in-two-parts.ts';
import { costOfScreen } from '../../bench/many-screens.ts';
import { openProductApplications, type ProductApplications } from '../../bench/product/applications.ts';
import { visitProduct } from '../../bench/product/visits.ts';
import { changes, release } from '../../bench/release.ts';
import { requestedByDocument } from '../../bench/requests.ts';
import { chromium } from '../browser/chromium.ts';

/** What everything that the application does may cost beyond plain Vite and react-router-dom, in bytes over the wire. */
const BUDGET = 9_000;
/** The document, its script, React and the router, the bundler's runtime, the screen, and two calls; icon and manifest come last. */
const REQUESTS = 7;
const SCREEN = 40;

let browser: Browser;
let applications: ProductApplications;

beforeAll(async () => {
  browser = await chromium();
  applications = await openProductApplications();
});

afterAll(async () => {
  await browser?.close();
  await applications?.stop();
});

const LIST = '/web/';
const DETAIL = '/web/articles/article-7';
const visit = (
  name: 'ours' | 'withPlaceholders' | 'plain',
  path: string,
  options: object = { slow: false },
) => visitProduct(browser, applications[name].origin + path, options);

test.each([LIST, DETAIL])(
  'the first load of %s is at most 9,000 bytes more than the same screen in plain Vite and react-router-dom',
  async (path) => {
    const [ours, plain] = [await visit('ours', path), await visit('plain', path)];
    // Otherwise the base itself is not what it is taken for.
    expect(plain.bytes).toBeGreaterThan(80_000);
    expect(ours.bytes - plain.bytes).toBeLessThanOrEqual(BUDGET);
  },
);

test.each([LIST, DETAIL])(
  'the first load of %s takes at most 7 requests, and each waits for the document alone',
  async (path) => {
    const { requests } = await visit('ours', path);
    const requested = await requestedByDocument(browser, applications.ours.origin + path);
    expect(requests.length).toBeLessThanOrEqual(REQUESTS);
    expect(requests.some((one) => one.startsWith('/web/api/articles'))).toBe(true);
    expect(requests.filter((one) => !requested.has(one))).toEqual([]);
  },
);

test('the deferred part is fetched after the first screen is shown', async () => {
  const page = await browser.newPage();
  await page.goto(applications.ours.origin + LIST);
  const shown = () =>
    page.evaluate(() => {
      const [later] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /deferred-.*js$/.test(name));
      const [paint] = performance.getEntriesByName('screen-shown');
      return { later: later?.startTime, shown: paint?.startTime };
    });
  await expect.poll(async () => (await shown()).later).toBeGreaterThan(0);
  const times = await shown();
  expect(times.later).toBeGreaterThan(times.shown ?? Infinity);
  await page.close();
});

test.each([
  { what: 'a desk', viewport: { width: 1280, height: 720 }, slow: false },
  { what: 'a slow desk', viewport: { width: 1280, height: 720 }, slow: true },
  { what: 'a telephone', viewport: { width: 390, height: 844 }, slow: false },
  { what: 'a slow telephone', viewport: { width: 390, height: 844 }, slow: true },
])(
  'nothing moves while a screen loads on $what, with or without a placeholder of its own',
  async (options) => {
    for (const name of ['ours', 'withPlaceholders'] as const) {
      const { paint, data, shift } = await visit(name, LIST, options);
      expect(paint).toBeGreaterThan(0);
      expect(data).toBeGreaterThan(0);
      expect(shift).toBe(0);
    }
  },
);

test('nothing moves though the frame is painted before the script has arrived', async () => {
  const { origin, stop } = await inTwoParts(applications.withPlaceholders.origin);
  try {
    const { paint, data, shift } = await visitProduct(browser, origin + LIST, { slow: false });
    expect(data - paint).toBeGreaterThan(100);
    expect(shift).toBe(0);
  } finally {
    await stop();
  }
});

test('one more screen, of 200, costs every first load at most 40 bytes', async () => {
  const { screens, each } = await costOfScreen();
  expect(screens).toBe(200);
  expect(each).toBeGreaterThan(0);
  expect(each).toBeLessThanOrEqual(SCREEN);
});

test.each(Object.entries(changes))(
  'a release that changes %s alone leaves React and the router in the cache',
  async (_, change) => {
    const { sent, kept } = await release(change);
    expect([...kept.keys()].filter((file) => /^assets\/vendor-[\w-]+\.js$/.test(file))).toHaveLength(1);
    expect([...sent.keys()].filter((file) => file.includes('vendor'))).toEqual([]);
    expect(sent.size).toBeGreaterThan(1);
  },
);
