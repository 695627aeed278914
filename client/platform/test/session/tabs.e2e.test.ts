import { expect, test } from 'vitest';
import { heading, isGuarded, onSessionScreens, press, seen } from './on-session-screens.ts';

const { open, sessions, origin, membersTab, halfFilledForm } = onSessionScreens();

test.each(['Sign out', 'Own sign-out'])(
  '"%s" in one tab also signs out another tab with a half-filled form',
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

test('a sign-out that would discard unsent input asks first', async () => {
  const page = await halfFilledForm();
  let answer: 'accept' | 'dismiss' = 'dismiss';
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog[answer]();
  });
  await press(page, 'Sign out');
  await expect.poll(() => asked).toEqual(['Leave without saving your input?']);
  expect(await page.getByLabel('Title').inputValue()).toBe('Half');
  answer = 'accept';
  await press(page, 'Sign out');
  await heading(page, 'You are signed out');
  expect(asked).toHaveLength(2);
});

test('a sign-in in one tab also applies to the other tab', async () => {
  const [tab, other] = [await open('/'), await open('/')];
  await tab.getByRole('link', { name: 'Sign in' }).click();
  await other.getByText('Ada', { exact: true }).waitFor({ timeout: 2_000 });
  expect(await other.getByRole('link', { name: 'Members', exact: true }).count()).toBe(1);
});

test('a tab that becomes visible shows the home screen if another user has signed in', async () => {
  const page = await membersTab();
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
