import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, heading, isGuarded, onSessionScreens, press } from './on-session-screens.ts';

const { open, sessions, origin, context, membersTab, halfFilledForm } = onSessionScreens();

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });
const again = (page: Page) => dialog(page).getByRole('link', { name: 'Sign in again' });
const send = (page: Page) => press(page, 'Send');
const reads = () => sessions().requests.filter((call) => call === 'GET /members').length;
const toMembers = (page: Page) => page.getByRole('main').getByRole('link', { name: 'To members' }).click();
const posts = () => sessions().requests.filter((call) => call === 'POST /test/titles').length;

async function endedUnderAForm(): Promise<Page> {
  const page = await halfFilledForm();
  await sessions().end();
  await send(page);
  await dialog(page).waitFor();
  return page;
}

test('if the session ends while a form is half filled, a dialog is shown until the user has signed in again in a new tab', async () => {
  const page = await endedUnderAForm();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await send(page);
  const opened = context().waitForEvent('page');
  await again(page).click();
  const tab = await opened;
  await heading(tab, 'Signed in. You can close this tab.');
  await expectAccessible(tab);
  await dialog(page).waitFor({ state: 'hidden' });
  expect([await page.getByLabel('Title').inputValue(), posts()]).toEqual(['Half', 2]);
  await send(page);
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
  expect([posts(), page.url()]).toEqual([3, `${origin()}/web/writing`]);
});

test('if another user signs in after the session’s end, the page reloads without a prompt', async () => {
  const page = await endedUnderAForm();
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    void question.accept();
  });
  sessions().nextIs('Eve');
  await again(page).click();
  await heading(page, 'Home');
  expect(asked).toEqual([]);
  await page.getByText('Eve', { exact: true }).waitFor();
  expect(page.url()).toBe(`${origin()}/web/`);
  expect(await page.content()).not.toMatch(/Half|Ada/);
});

test('a read that fails because the session has ended keeps the screen, and is sent again after sign-in', async () => {
  const page = await membersTab();
  await page.getByLabel('Remark').fill('Half');
  await sessions().end();
  await press(page, 'Read again');
  await dialog(page).waitFor();
  expect(await page.locator('#names').textContent()).toBe('Ada’s friend');
  const before = reads();
  await again(page).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await expect.poll(reads).toBe(before + 1);
  expect(await page.getByLabel('Remark').inputValue()).toBe('Half');
});

test('a navigation after the session’s end continues after sign-in, or shows an error if the user dismisses the dialog', async () => {
  await sessions().begin('Ada');
  const page = await open('/');
  await page.getByText('Ada', { exact: true }).waitFor();
  await isGuarded(page);
  await sessions().end();
  await toMembers(page);
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await heading(page, 'Not signed in');
  expect(await page.getByRole('main').getByRole('link', { name: 'Sign in' }).count()).toBe(1);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await heading(page, 'Home');
  await toMembers(page);
  await again(page).click();
  await heading(page, 'Members');
});

test('an event stream that the session’s end has closed opens again after sign-in', async () => {
  await sessions().begin('Ada');
  const page = await open('/watching');
  await isGuarded(page);
  const streams = () => sessions().requests.filter((call) => call === 'GET /test/numbers').length;
  await expect.poll(streams).toBe(1);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await heading(page, 'Home');
  await sessions().end();
  // Opens the stream anew, without reloading the page.
  await page.goBack();
  await dialog(page).waitFor();
  await page.getByRole('status').getByText('closed').waitFor();
  await expect.poll(streams).toBe(2);
  await again(page).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await expect.poll(streams).toBe(3);
});

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You will be signed out at' });

/** Opens a page with a fake clock. `idleSeconds` are left until the idle timeout, `remainingSeconds` until the absolute timeout. */
async function endingIn(idleSeconds: number, remainingSeconds = 40_000): Promise<Page> {
  await sessions().begin('Ada');
  sessions().change({ idleSeconds, remainingSeconds });
  const page = await context().newPage();
  await page.clock.install();
  await page.goto(`${origin()}/web/writing`);
  await page.getByText('Ada', { exact: true }).waitFor();
  await isGuarded(page);
  return page;
}

test('shortly before the session ends, the client fetches the session once, and a notice offers to stay signed in', async () => {
  const page = await endingIn(1_800);
  await page.clock.runFor(1_670_000);
  expect([await notice(page).count(), sessions().requests]).toEqual([0, ['GET /session']]);
  sessions().change({ idleSeconds: 115 });
  await page.clock.runFor(20_000);
  await notice(page).waitFor();
  await expectAccessible(page);
  await press(page, 'Stay signed in');
  await notice(page).waitFor({ state: 'detached' });
  expect(sessions().requests).toEqual(['GET /session', 'GET /session', 'POST /session']);
});

test('no expiry notice is shown while another tab uses the session', async () => {
  const page = await endingIn(1_800);
  sessions().change({ idleSeconds: 1_500 });
  await page.clock.runFor(1_750_000);
  expect(await notice(page).count()).toBe(0);
});

test('before the session’s absolute timeout, the expiry notice offers to sign in again', async () => {
  const page = await endingIn(100, 100);
  await notice(page).waitFor();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await notice(page).waitFor({ state: 'detached' });
});

test('if the session ends while the machine sleeps, the sign-in dialog is shown when the machine wakes', async () => {
  const page = await endingIn(1_800);
  await sessions().end();
  await page.clock.fastForward(10 * 3_600_000);
  await dialog(page).waitFor();
});
