import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromium } from '@web/client/test/browser/chromium';
import { startStack, type Stack } from './compose.ts';
import { isShown, visit } from '@web/client/test/browser/visit';

let browser: Browser;
let stack: Stack;
let origin: string;

beforeAll(async () => {
  stack = await startStack({ name: 'web-e2e-main', subnet: '172.30.93.0/24', testCalls: false });
  origin = `http://127.0.0.1:${stack.port}`;
  browser = await chromium();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

test.each(['/web', '/web/', '/web?x=1'])(
  'a browser at %s shows the home screen, without errors',
  async (path) => {
    const { page, problems } = await visit(browser, origin);
    await page.goto(origin + path);
    await isShown(page);
    expect(new URL(page.url()).pathname).toBe('/web/');
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(problems()).toEqual([]);
  },
);

test('8 and 10: an unknown screen shows the not-found screen with a way home; reload, back and forward keep the screen', async () => {
  const { page, problems } = await visit(browser, origin);
  await page.goto(`${origin}/web/no/such/screen`);
  const home = page.getByRole('main').getByRole('link').first();
  await home.waitFor();
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
  await page.reload();
  await home.click();
  await isShown(page);
  expect(page.url()).toBe(`${origin}/web/`);
  expect(await page.locator('meta[name="robots"]').count()).toBe(0);
  await page.goBack();
  await home.waitFor();
  expect(page.url()).toBe(`${origin}/web/no/such/screen`);
  await page.goForward();
  await isShown(page);
  await page.reload();
  await isShown(page);
  expect(page.url()).toBe(`${origin}/web/`);
  expect(problems()).toEqual([]);
});

test('9b, 34c and 35b: a crawl stays beneath the base path, sets no cookie, registers no worker, and stores under its own name', async () => {
  const { page, problems } = await visit(browser, origin);
  const used = new Set<string>();
  await page.exposeFunction('useKey', (key: string) => void used.add(key));
  await page.addInitScript(() => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      const own = Storage.prototype[method] as (...args: string[]) => null;
      Storage.prototype[method] = function (this: Storage, ...args: string[]) {
        (globalThis as unknown as { useKey: (key?: string) => void }).useKey(args[0]);
        return own.apply(this, args);
      };
    }
  });
  await page.goto(`${origin}/web/`);
  await isShown(page);
  const links = await page
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
  for (const link of new Set(links.filter((link) => !link.startsWith('#')))) {
    await page.goto(new URL(link, page.url()).href);
    await page.getByRole('main').waitFor();
  }
  const stored = await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage), ...(await caches.keys())],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    databases: (await indexedDB.databases()).length,
  }));
  // React Router reads it, and writes nothing without view transitions.
  used.delete('remix-router-transitions');
  expect(used.size).toBeGreaterThan(0);
  expect([...used, ...stored.keys].filter((key) => !key.startsWith('web:'))).toEqual([]);
  expect([stored.workers, stored.databases]).toEqual([0, 0]);
  expect(await page.context().cookies()).toEqual([]);
  expect(problems()).toEqual([]);
});

test('26c a path with doubled slashes stays at this origin', async () => {
  const { page, problems } = await visit(browser, origin);
  await page.goto(`${origin}/web//example.org`);
  await page.getByRole('main').getByRole('link').first().waitFor();
  expect(page.url()).toBe(`${origin}/web/example.org`);
  expect(problems()).toEqual([]);
});
