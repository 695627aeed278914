import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { isGuarded, onSessionScreens } from './on-session-screens.ts';

const { open, sessions, origin, browser } = onSessionScreens();

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 10_000 });
const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click();
const seen = (page: Page) => page.locator('body').innerText();

async function membersTab(): Promise<Page> {
  const page = await open('/members');
  await page.getByText('Ada’s friend').waitFor();
  await isGuarded(page);
  return page;
}

test('signed out in one tab is signed out in the other within a second, also over a half-filled form', async () => {
  await sessions().begin('Ada');
  const [one, other] = [await membersTab(), await open('/writing')];
  await other.getByLabel('Title').fill('Half');
  await signOut(one);
  await heading(other, 'You are signed out');
  await heading(one, 'You are signed out');
  for (const page of [one, other]) {
    expect(await seen(page)).not.toContain('Ada');
    await page.goBack().catch(() => {});
    expect(await seen(page)).not.toMatch(/Ada|Half/);
  }
});

test('signed in in one tab is signed in in the other', async () => {
  const [one, other] = [await open('/'), await open('/')];
  await one.getByRole('link', { name: 'Sign in' }).click();
  await other.getByText('Ada', { exact: true }).waitFor({ timeout: 2_000 });
  expect(await other.getByRole('link', { name: 'Members', exact: true }).count()).toBe(1);
});

test('another person who signs in makes the other tabs begin anew', async () => {
  await sessions().begin('Ada');
  const other = await membersTab();
  await sessions().begin('Eve');
  const one = await open('/members');
  await one.getByText('Eve’s friend').waitFor();
  await heading(other, 'Home');
  expect(await seen(other)).not.toContain('Ada');
});

test('browsers do not hear of each other', async () => {
  await sessions().begin('Ada');
  const page = await membersTab();
  const elsewhere = await browser().newContext();
  const foreign = await elsewhere.newPage();
  await foreign.goto(`${origin()}/web/`);
  await foreign.evaluate(() => new BroadcastChannel('/web/session').postMessage(null));
  await page.waitForTimeout(500);
  expect(await seen(page)).toContain('Ada’s friend');
  await elsewhere.close();
});

/** A headless browser's tabs are always shown. */
const show = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a tab that is shown again compares the cookie with what it knows', async () => {
  await sessions().begin('Ada');
  const page = await membersTab();
  await show(page);
  await page.waitForTimeout(300);
  expect(await seen(page)).toContain('Ada’s friend');
  await sessions().begin('Eve');
  await show(page);
  await heading(page, 'Home');
  await page.goto(`${origin()}/web/members`);
  await page.getByText('Eve’s friend').waitFor();
  await isGuarded(page);
  await sessions().end();
  await show(page);
  await heading(page, 'You are signed out');
});

test('a product’s own call that ends the session signs out in all tabs', async () => {
  await sessions().begin('Ada');
  const [one, other] = [await membersTab(), await membersTab()];
  await one.getByRole('button', { name: 'Own sign-out' }).click();
  await heading(one, 'You are signed out');
  await heading(other, 'You are signed out');
});

test('who presses twice, and looks at another tab while the provider loads, is signed out by one call, and at the provider', async () => {
  await sessions().begin('Ada');
  const page = await membersTab();
  const { origin } = new URL(page.url());
  const [answered, arrived, shown] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  let asked = 0;
  await page.route('**/web/api/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    asked += 1;
    await answered.promise;
    await route.fulfill({ json: { to: `${origin}/provider` } });
  });
  await page.route('**/provider', async (route) => {
    await sessions().end();
    arrived.resolve();
    await shown.promise;
    await route.fulfill({ contentType: 'text/html', body: '<!doctype html><h1>Provider</h1>' });
  });
  // A page that is left evaluates nothing more.
  await page.evaluate(() => setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 20));
  await signOut(page);
  await signOut(page);
  answered.resolve();
  await arrived.promise;
  await page.waitForTimeout(300);
  shown.resolve();
  await heading(page, 'Provider');
  expect(asked).toBe(1);
});
