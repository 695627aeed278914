import type { Browser } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApplications } from '#platform/bench/applications.ts';
import { visitProduct } from '#platform/bench/visits.ts';
import { chromium } from '#platform/testing/browser/chromium.ts';

/** Maximum transferred bytes beyond those of plain Vite and react-router-dom. */
const BUDGET = 10_700;
/** Maximum requests: document, script, React with the router, screen and call. */
const REQUESTS = 6;
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

/** Returns the paths that a page requests when it has received only the document. */
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
  'the first load of %s makes at most 6 requests, all started by the document, and transfers at most 10,700 bytes more than a plain Vite application',
  async (path) => {
    const [ours, plain] = [await visit('ours', path), await visit('plain', path)];
    expect(plain.bytes).toBeGreaterThan(80_000);
    expect(ours.bytes - plain.bytes).toBeLessThanOrEqual(BUDGET);
    const requested = await requestedByDocument(applications.ours.origin + path);
    const { paths } = ours;
    expect(paths.length).toBeLessThanOrEqual(REQUESTS);
    expect(paths.some((address) => address.startsWith('/web/api/articles'))).toBe(true);
    expect(paths.filter((address) => !requested.has(address))).toEqual([]);
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
  { what: 'a desktop', viewport: desk, slow: false },
  { what: 'a slow desktop', viewport: desk, slow: true },
  { what: 'a slow phone', slow: true },
])('a screen loads without layout shift on $what, with or without its own placeholder', async (options) => {
  for (const name of ['ours', 'withPlaceholders'] as const) {
    const { paint, data, shift } = await visit(name, LIST, options);
    expect(paint).toBeGreaterThan(0);
    expect(data).toBeGreaterThan(0);
    expect(shift).toBe(0);
  }
});
