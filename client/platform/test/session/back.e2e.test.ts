import { chromium as engine } from 'playwright-core';
import { expect, test } from 'vitest';
import { heading, onSessionScreens, seen } from './on-session-screens.ts';

const { origin, sessions, membersTab } = onSessionScreens({
  launch: () =>
    engine.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

/** Shows Ada's data, leaves the application, runs `happens`, and goes back. */
async function backAfter(happens: () => Promise<void>) {
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

test.each<[when: string, happens: () => Promise<void>, then: string, shown: string]>([
  ['while the user is signed in', async () => {}, 'Members', ''],
  ['after sign-out', () => sessions().end(), 'You are signed out', 'hidden'],
  ['if another user has signed in', () => sessions().begin('Eve'), 'Home', 'hidden'],
])('%s, the back/forward cache shows nothing of another session', async (_, happens, then, shown) => {
  const page = await backAfter(happens);
  await heading(page, then);
  const events = await page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? '{}') as object);
  expect(events).toEqual({ persisted: true, left: 'hidden', shown });
  expect((await seen(page)).includes('Ada’s friend')).toBe(shown === '');
});
