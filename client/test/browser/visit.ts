import type { Browser, Page } from 'playwright-core';
import { BASE_PATH } from '@web/bff/contract/constants';
import { sources } from '@web/bff/contract/sources';

/** Whether the product declares it as a source. */
export const isDeclared = (url: string): boolean =>
  Object.values(sources)
    .flat()
    .some((source) => url.startsWith(source));

export interface Visit {
  readonly page: Page;
  /** What a visit must not leave behind: console errors, CSP violations, uncaught errors, addresses outside the base that are no source of the product. */
  readonly problems: () => string[];
}

/** Opens a page of a fresh profile that writes down everything that goes wrong on it. */
export async function visit(browser: Browser, origin: string, base = BASE_PATH): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  const documents = new Set<string>();
  page.on('console', (message) => {
    // A screen that is none is a document with 404, of which Chromium complains.
    const isDocument = /\b404\b/.test(message.text()) && documents.has(message.location().url);
    // The networks of this machine change when containers of another test come and go.
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

/** Waits for a screen, whatever it shows: React has rendered it, with the data of its loader. The error says what the page shows and has printed. */
export async function isShown(page: Page): Promise<void> {
  try {
    await page.locator('main .screen').waitFor({ timeout: 30_000 });
  } catch (cause) {
    const [shown, printed] = [await page.locator('body').innerText(), await page.consoleMessages()];
    const lines = printed.map((message) => message.text());
    throw new Error(`no screen at ${page.url()}: ${JSON.stringify([shown, ...lines])}`, { cause });
  }
}
