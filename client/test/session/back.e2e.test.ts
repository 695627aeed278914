import { chromium as engine, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, onSessionScreens, seen } from './on-session-screens.ts';

const { origin, sessions, membersTab } = onSessionScreens({
  launch: () =>
    engine.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
      // Playwright turns it off by default.
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

/** Sees data of Ada, and goes on to a document that is not the application's; what happens then, before the page is shown again. */
async function backAfter(happens: () => Promise<void>) {
  await sessions().begin('Ada');
  const page = await membersTab();
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
  await happens();
  await page.evaluate(() => history.back());
  return page;
}

const seenOn = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '{}') as unknown);

test('the back/forward cache shows the page to the person who is still signed in', async () => {
  const page = await backAfter(async () => {});
  await page.getByText('Ada’s friend').waitFor();
  expect(await seenOn(page)).toEqual({ persisted: true, left: 'hidden', shown: '' });
});

test.each<[when: string, happens: () => Promise<void>, then: string]>([
  ['after sign-out', () => sessions().end(), 'You are signed out'],
  ['if another person has signed in', () => sessions().begin('Eve'), 'Home'],
])('%s, the back/forward cache shows nothing, and the page begins anew', async (_, happens, then) => {
  const page = await backAfter(happens);
  await heading(page, then);
  expect(await seenOn(page)).toEqual({ persisted: true, left: 'hidden', shown: 'hidden' });
  expect(await seen(page)).not.toContain('Ada');
});
