import type { Browser, Page } from 'playwright-core';

export interface Visit {
  readonly page: Page;
  /** What a visit must not leave behind: console errors, CSP violations, uncaught errors, addresses outside the base. */
  readonly faults: () => string[];
}

/** Opens a page of a fresh profile that writes down everything that goes wrong on it. */
export async function visit(browser: Browser, origin: string, base = '/web'): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const { origin: asked, pathname } = new URL(request.url());
    const inside = pathname.startsWith(`${base}/`) || pathname === base;
    if (asked !== origin || !inside || pathname.startsWith(`${base}${base}`))
      faults.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });
  return { page, faults: () => faults };
}

export const bffIs = (page: Page, state: 'up' | 'down') =>
  page.locator(`[data-testid="bff-status"][data-state="${state}"]`).waitFor({ timeout: 20_000 });
