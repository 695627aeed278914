import { expect, test } from 'vitest';
import { heading, onSessionScreens, press } from './on-session-screens.ts';

const { open, origin } = onSessionScreens({ hasOwnScreen: true });

test('after a sign-in, a product’s own sign-in screen updates the session, and returns to the requested address', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'To members' }).click();
  await press(page, 'Let me in');
  await page.getByText('Seen by Ada').waitFor();
  expect(page.url()).toBe(`${origin()}/web/members`);
  await page.getByText('Ada', { exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).waitFor();
  await page.goBack();
  await heading(page, 'Home');
});

test.each([
  ['', 'Sign in'],
  ['?to=%2Fweb%2Fmembers', 'Sign in'],
  ['?problem=refused', 'You were not signed in'],
  ['?signed-out', 'You are signed out'],
])('the platform’s screen /session%s links to the product’s own sign-in screen', async (search, words) => {
  const page = await open(`/session${search}`);
  await heading(page, words);
  if (words !== 'Sign in') await page.getByRole('main').getByRole('link').first().click();
  await press(page, 'Let me in');
  await heading(page, search.includes('members') ? 'Members' : 'Home');
});
