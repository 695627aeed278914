import { expect, test } from 'vitest';
import { heading, isGuarded, onSessionScreens, press, seen } from './on-session-screens.ts';

const { open, sessions, origin, membersTab, halfFilledForm } = onSessionScreens();

test.each(['Sign out', 'Own sign-out'])(
  'signed out in one tab by %s is signed out in the other within a second, also over a half-filled form',
  async (button) => {
    const other = await halfFilledForm();
    const tab = await membersTab();
    await press(tab, button);
    await heading(other, 'You are signed out');
    await heading(tab, 'You are signed out');
    for (const page of [tab, other]) {
      expect(await seen(page)).not.toContain('Ada');
      await page.goBack().catch(() => {});
      expect(await seen(page)).not.toMatch(/Ada|Half/);
    }
  },
);

test('signed in in one tab is signed in in the other', async () => {
  const [tab, other] = [await open('/'), await open('/')];
  await tab.getByRole('link', { name: 'Sign in' }).click();
  await other.getByText('Ada', { exact: true }).waitFor({ timeout: 2_000 });
  expect(await other.getByRole('link', { name: 'Members', exact: true }).count()).toBe(1);
});

test('another person who signs in makes the other tabs begin anew', async () => {
  const other = await membersTab();
  await sessions().begin('Eve');
  const tab = await open('/members');
  await tab.getByText('Eve’s friend').waitFor();
  await heading(other, 'Home');
  expect(await seen(other)).not.toContain('Ada');
});

test('a tab that is shown again compares the cookie with what it knows', async () => {
  const page = await membersTab();
  // A headless browser's tabs are always shown.
  const show = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await show();
  await page.waitForTimeout(300);
  expect(await seen(page)).toContain('Ada’s friend');
  await sessions().begin('Eve');
  await show();
  await heading(page, 'Home');
  await page.goto(`${origin()}/web/members`);
  await page.getByText('Eve’s friend').waitFor();
  await isGuarded(page);
  await sessions().end();
  await show();
  await heading(page, 'You are signed out');
});
