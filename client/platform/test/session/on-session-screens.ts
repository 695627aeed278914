import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { axeFindings } from '#platform/test/gallery/accessibility.ts';
import { startApplication } from '#platform/test/start-application.ts';
import { stubSessions } from './stub-sessions.ts';

export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

export const seen = (page: Page): Promise<string> => page.locator('body').innerText();

/** Expects that a narrow window has no accessibility violations and does not scroll horizontally. */
export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const findings = (await axeFindings(page)).filter((finding) => !finding.includes('<a href="/web/test/'));
    expect(findings).toEqual([]);
  }
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  await page.setViewportSize(size!);
}

/** Waits for `guardSession`, which runs after the first render. */
export const isGuarded = (page: Page) => page.locator('.notice-float').waitFor({ state: 'attached' });

/** Starts an application with sign-in for a test file. Each test gets a new browser context, whose tabs share one stubbed session. */
export function onSessionScreens({ hasOwnScreen = false, launch = () => chromium() } = {}) {
  let browser: Browser;
  let application: Awaited<ReturnType<typeof startApplication>>;
  let context: BrowserContext;
  let sessions: Awaited<ReturnType<typeof stubSessions>>;

  beforeAll(async () => {
    application = await startApplication(hasOwnScreen ? 'ownSignIn' : 'session');
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await application?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    sessions = await stubSessions(context, application.origin);
  });
  afterEach(async () => {
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  });

  const open = async (path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${application.origin}/web${path}`);
    return page;
  };
  return {
    context: () => context,
    browser: () => browser,
    origin: () => application.origin,
    sessions: () => sessions,
    open,
    membersTab: async () => {
      if (!sessions.session()) await sessions.begin('Ada');
      const page = await open('/members');
      await page.getByText('Ada’s friend').waitFor();
      await isGuarded(page);
      return page;
    },
    halfFilledForm: async () => {
      await sessions.begin('Ada');
      const page = await open('/writing');
      await isGuarded(page);
      await page.getByLabel('Title').fill('Half');
      await page.getByLabel('Copies').fill('2');
      return page;
    },
  };
}
