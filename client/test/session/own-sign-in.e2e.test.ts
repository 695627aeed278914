import { expect, test } from 'vitest';
import { heading, onSessionScreens, press } from './on-session-screens.ts';

const { open, sessions, origin, context, halfFilledForm } = onSessionScreens({ hasOwnScreen: true });

test('a product’s own sign-in screen leads back to where the person wanted to be, and what the page shows follows its call', async () => {
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

test('its `to` does not lead out of the application', async () => {
  const page = await open(`/sign-in?to=${encodeURIComponent('//evil.example/')}`);
  await press(page, 'Let me in');
  await heading(page, 'Home');
  expect(page.url()).toBe(`${origin()}/web/`);
});

test('it opens in a new tab when a session ends under a form', async () => {
  const page = await halfFilledForm();
  await sessions().end();
  await press(page, 'Send');
  const opened = context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const tab = await opened;
  await press(tab, 'Let me in');
  await heading(tab, 'Signed in. You can close this tab.');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Title').inputValue()).toBe('Half');
});

test.each([
  ['', 'Sign in'],
  ['?to=%2Fweb%2Fmembers', 'Sign in'],
  ['?problem=refused', 'You were not signed in'],
  ['?signed-out', 'You are signed out'],
])('the platform’s screen /session%s leaves signing in to it', async (search, words) => {
  const page = await open(`/session${search}`);
  await heading(page, words);
  if (words !== 'Sign in') await page.getByRole('main').getByRole('link').first().click();
  await press(page, 'Let me in');
  await heading(page, search.includes('members') ? 'Members' : 'Home');
});
