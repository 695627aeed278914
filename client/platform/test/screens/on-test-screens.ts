import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { startApplication } from '#platform/test/start-application.ts';
import { visit } from '#platform/testing/browser/visit.ts';

/** Starts the test screens for a test file, and opens a page in a fresh profile for each test. */
export function onTestScreens({ launch = () => chromium() } = {}) {
  let browser: Browser;
  let application: Awaited<ReturnType<typeof startApplication>>;
  let page: Page;
  let problems: () => string[];
  let documents = 0;

  beforeAll(async () => {
    application = await startApplication('screens');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });
  beforeEach(async () => {
    ({ page, problems } = await visit(browser, application.origin));
    documents = 0;
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  });
  afterEach(() => page.context().close());

  return {
    page: () => page,
    problems: () => problems(),
    origin: () => application.origin,
    output: () => application.output(),
    documents: () => documents,
    call: (path: string) => `${application.origin}/web/api/test/${path}`,
    ask: async (path: string) =>
      (await fetch(`${application.origin}/web/api/test/${path}`)).json() as Promise<Record<string, unknown>>,
    goto: (screen: string) => page.goto(`${application.origin}/web/test/${screen.toLowerCase()}`),
    open: async (screen: string) => {
      await page.goto(`${application.origin}/web/test/${screen.toLowerCase()}`);
      await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    },
    press: (link: string) => page.getByRole('link', { name: `To ${link.toLowerCase()}` }).click(),
    heading: (screen: string) => page.getByRole('heading', { level: 1, name: screen }).waitFor(),
    /** Waits until the client has run the chunk `deferred`, which it loads when the browser is idle after the first screen. */
    deferredHasRun: async () => {
      const urlOfDeferred = () =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .find((name) => /\/deferred-[^/]+\.js$/.test(name)),
        );
      await expect.poll(urlOfDeferred).toBeDefined();
      // The script is a string, because Vitest replaces `import` in functions.
      await page.evaluate(`import(${JSON.stringify(await urlOfDeferred())}).then(() => undefined)`);
    },
    announced: async () => (await page.getByRole('alert').allTextContents()).join(''),
    /** Counts the page's requests for a call, from now on. */
    counted: (method: string, path: string) => {
      let count = 0;
      page.on('request', (request) => {
        const isIt = request.method() === method && request.url().includes(`/api/test/${path}`);
        count += isIt ? 1 : 0;
      });
      return () => count;
    },
    /** Simulates hiding or showing the tab, because tabs of a headless browser are always visible. */
    hide: (hidden: boolean) =>
      page.evaluate((hidden) => {
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden),
  };
}
