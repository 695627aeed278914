import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startBff } from '@web/bff/platform/testing/start-bff';
import { openApplications } from '#platform/bench/applications.ts';
import { visitProduct } from '#platform/bench/visits.ts';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { firstLoadFiles } from '#platform/test/first-load-files.ts';
import { buildEightScreens, EIGHT_SCREENS, mostRequests } from './eight-screens.ts';

/** Maximum transferred bytes beyond those of plain Vite and react-router-dom. */
const BUDGET = 10_000;
/** Document, script, React with the router, bundler runtime, screen and call. */
const REQUESTS = 6;
/** Milliseconds in which a document must have requested its files. */
const REQUESTED_WITHIN_MS = 1500;

let browser: Browser;
let applications: Awaited<ReturnType<typeof openApplications>>;

beforeAll(async () => {
  browser = await chromium();
  applications = await openApplications();
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

/** Returns the requests that a page sends while only its document has a response. */
async function requestedByDocument(address: string): Promise<Set<string>> {
  const page = await browser.newPage();
  const requested = new Set<string>();
  await page.route('**', async (route) => {
    const request = route.request();
    requested.add(new URL(request.url()).pathname);
    if (request.isNavigationRequest()) await route.continue();
  });
  await page.goto(address, { waitUntil: 'commit' });
  await sleep(REQUESTED_WITHIN_MS);
  await page.close();
  return requested;
}

test.each([LIST, DETAIL])(
  'the first load of %s has at most 10,000 bytes more than plain Vite, and 6 requests without chains',
  async (path) => {
    const [ours, plain] = [await visit('ours', path), await visit('plain', path)];
    expect(plain.bytes).toBeGreaterThan(80_000);
    expect(ours.bytes - plain.bytes).toBeLessThanOrEqual(BUDGET);
    const requested = await requestedByDocument(applications.ours.origin + path);
    expect(ours.requests.length).toBeLessThanOrEqual(REQUESTS);
    expect(ours.requests.some((address) => address.startsWith('/web/api/articles'))).toBe(true);
    expect(ours.requests.filter((address) => !requested.has(address))).toEqual([]);
  },
);

test('the deferred chunk is fetched after the first screen is shown', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const isShown = () => document.querySelector('main') && !document.querySelector('.pending-screen');
    new MutationObserver((_, observer) => {
      if (!isShown()) return;
      performance.mark('screen-shown');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(applications.ours.origin + LIST);
  const shown = () =>
    page.evaluate(() => {
      const resources = performance.getEntriesByType('resource');
      const deferred = resources.find(({ name }) => /deferred-.*js$/.test(name))?.startTime ?? 0;
      return deferred > (performance.getEntriesByName('screen-shown')[0]?.startTime ?? Infinity);
    });
  await expect.poll(shown).toBe(true);
  await page.close();
});

const desk = { width: 1280, height: 720 };
test.each([
  { what: 'a desk', viewport: desk, slow: false },
  { what: 'a slow desk', viewport: desk, slow: true },
  { what: 'a slow phone', slow: true },
])('a screen loads without layout shift on $what, with or without its own placeholder', async (options) => {
  for (const name of ['ours', 'withPlaceholders'] as const) {
    const { paint, data, shift } = await visit(name, LIST, options);
    expect(paint).toBeGreaterThan(0);
    expect(data).toBeGreaterThan(0);
    expect(shift).toBe(0);
  }
});

test('screens share a chunk of small modules, load large ones and forms on demand, and reuse the vendor chunk across releases', async () => {
  const { folder, main } = await buildEightScreens();
  onTestFinished(() => rm(folder, { recursive: true }));
  const bff = await startBff({}, main);
  onTestFinished(bff.stop);
  for (const path of EIGHT_SCREENS) {
    const url = `http://127.0.0.1:${bff.port}/web${path}`;
    const { requests } = await visitProduct(browser, url, { slow: false });
    expect(requests.length).toBeLessThanOrEqual(mostRequests(path));
    const loads = (name: string) => requests.some((request) => request.includes(`/${name}-`));
    const number = EIGHT_SCREENS.indexOf(path);
    expect([path, loads('large'), loads('title-fields')]).toEqual([path, number < 2, number >= 6]);
  }
  const vendor = async (folder: string) =>
    [...(await firstLoadFiles(folder)).keys()].filter((file) => file.startsWith('assets/vendor-'));
  expect(await vendor(applications.ours.folder)).toHaveLength(1);
  expect(await vendor(folder)).toEqual(await vendor(applications.ours.folder));
});
