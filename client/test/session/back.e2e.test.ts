import { type Browser, chromium as engine, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isGuarded, onSessionScreens } from './on-session-screens.ts';
import { stubSessions } from './stub-sessions.ts';

const { origin } = onSessionScreens();

let browser: Browser;

beforeAll(async () => {
  browser = await engine.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    // Playwright turns it off by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
});

afterAll(() => browser?.close());

/** Sees data of Ada, and goes on to a document that is not the application's; what happens then, before the page is shown again. */
async function backAfter(happens: (sessions: Awaited<ReturnType<typeof stubSessions>>) => Promise<void>) {
  const context = await browser.newContext();
  const sessions = await stubSessions(context, origin());
  await sessions.begin('Ada');
  const page = await context.newPage();
  await page.goto(`${origin()}/web/members`);
  await page.getByText('Ada’s friend').waitFor();
  await isGuarded(page);
  await page.evaluate(() => {
    const visibility = () => document.documentElement.style.visibility;
    let left = '';
    addEventListener('pagehide', () => (left = visibility()));
    addEventListener('pageshow', ({ persisted }) => {
      const seen = { persisted, left, shown: visibility() };
      sessionStorage.setItem('seen', JSON.stringify(seen));
    });
  });
  await page.goto(`${origin()}/web/favicon.svg`);
  await happens(sessions);
  await page.evaluate(() => history.back());
  return page;
}

const seenOn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '{}') as unknown);
const text = (page: Page) => page.locator('body').innerText();

test('the back/forward cache shows the page to the person who is still signed in', async () => {
  const page = await backAfter(async () => {});
  await page.getByText('Ada’s friend').waitFor();
  expect(await seenOn(page)).toEqual({ persisted: true, left: 'hidden', shown: '' });
});

test('after sign-out, the back/forward cache shows nothing', async () => {
  const page = await backAfter((sessions) => sessions.end());
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  expect(await seenOn(page)).toEqual({ persisted: true, left: 'hidden', shown: 'hidden' });
  expect(await text(page)).not.toContain('Ada');
});

test('if another person has signed in, the back/forward cache shows nothing, and the page begins anew', async () => {
  const page = await backAfter((sessions) => sessions.begin('Eve'));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  expect(await seenOn(page)).toEqual({ persisted: true, left: 'hidden', shown: 'hidden' });
  expect(await text(page)).not.toContain('Ada');
});
