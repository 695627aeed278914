import type { Browser, Page } from 'playwright-core';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { sources } from '@web/bff/platform/contract/product/sources';

export const isDeclared = (url: string): boolean =>
  Object.values(sources)
    .flat()
    .some((source) => url.startsWith(source));

export interface Visit {
  readonly page: Page;
  /** Returns console errors, CSP violations, uncaught errors, and requests to anything but the base path and the product's `sources`. */
  readonly problems: () => string[];
}

/** Opens a page in a fresh profile, and records its problems. */
export async function visit(browser: Browser, origin: string, base = BASE_PATH): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  const documents = new Set<string>();
  page.on('console', (message) => {
    // The document of an unknown screen has status 404, which Chromium logs as an error.
    const isDocument = /\b404\b/.test(message.text()) && documents.has(message.location().url);
    // Chromium aborts requests when another test adds or removes container networks.
    const isElsewhere = /net::ERR_(?:NETWORK_CHANGED|SOCKET_NOT_CONNECTED)/.test(message.text());
    if (message.type() === 'error' && !isDocument && !isElsewhere)
      problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.add(request.url());
    const { origin: requested, pathname } = new URL(request.url());
    const inside = pathname.startsWith(`${base}/`) || pathname === base;
    const isFree = !request.isNavigationRequest() && isDeclared(request.url());
    if (!isFree && (requested !== origin || !inside || pathname.startsWith(`${base}${base}`)))
      problems.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, problems: () => problems };
}

/** Waits until React has rendered a screen. Otherwise throws an error with the page's text and console messages. */
export async function isShown(page: Page): Promise<void> {
  try {
    await page.locator('main .screen').waitFor({ timeout: 30_000 });
  } catch (cause) {
    const [shown, printed] = [await page.locator('body').innerText(), await page.consoleMessages()];
    const lines = printed.map((message) => message.text());
    throw new Error(`no screen at ${page.url()}: ${JSON.stringify([shown, ...lines])}`, { cause });
  }
}
