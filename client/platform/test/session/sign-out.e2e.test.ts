import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, heading, onSessionScreens, press } from './on-session-screens.ts';

const { context, open, sessions, origin, membersTab } = onSessionScreens();

async function withProvider(page: Page, fulfil: () => Promise<object>) {
  const released = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/web/api/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    asked += 1;
    await released.promise;
    await route.fulfill({ json: { to: `${origin()}/provider` } });
  });
  await page.route('**/provider', async (route) => {
    await sessions().end();
    await route.fulfill(await fulfil());
  });
  return { respond: released.resolve, asked: () => asked };
}

test('pressing "Sign out" twice while switching tabs sends one call and signs out at the provider', async () => {
  const page = await membersTab();
  const [arrived, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { respond, asked } = await withProvider(page, async () => {
    arrived.resolve();
    await shown.promise;
    return { contentType: 'text/html', body: '<!doctype html><h1>Provider</h1>' };
  });
  // Simulates switching tabs until the page unloads.
  await page.evaluate(() => setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 20));
  await press(page, 'Sign out');
  await page.getByRole('button', { name: 'Signing out …', disabled: true }).click({ force: true });
  respond();
  await arrived.promise;
  await page.waitForTimeout(300);
  shown.resolve();
  await heading(page, 'Provider');
  expect(asked()).toBe(1);
});

test.each([
  ['shows the screen at the address in `to`', false, '/?from=out#end'],
  [
    'shows the screen at the address in `to` after the provider has redirected to the home screen',
    true,
    '/?from=out#end',
  ],
  ['shows the home screen if `to` is outside of the application', false, '/../other/'],
])('sign-out %s', async (_, isAtProvider, to) => {
  const page = await membersTab();
  if (isAtProvider)
    (await withProvider(page, async () => ({ status: 303, headers: { location: '/web/' } }))).respond();
  await page.getByLabel('Remark').fill(to);
  await press(page, 'Leave for there');
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await heading(page, 'Home');
  expect(page.url()).toBe(`${origin()}/web${to.startsWith('/..') ? '/' : to}`);
  await page.goto(`${origin()}/web/`);
  await heading(page, 'Home');
  expect(page.url()).toBe(`${origin()}/web/`);
});

test('after a sign-out at a provider that redirects to the home screen, the user sees "You are signed out", not the home screen', async () => {
  const page = await membersTab();
  const seen: string[] = [];
  await page.exposeFunction('see', (text: string) => seen.push(text));
  await page.addInitScript(() => {
    const see = () => (globalThis as unknown as { see(text: string): void }).see(document.title);
    new MutationObserver(see).observe(document, { subtree: true, childList: true, characterData: true });
  });
  (await withProvider(page, async () => ({ status: 303, headers: { location: '/web/' } }))).respond();
  const before = sessions().requests.length;
  await press(page, 'Sign out');
  await heading(page, 'You are signed out');
  await expectAccessible(page);
  expect(page.url()).toBe(`${origin()}/web/session?signed-out=here`);
  expect(seen.filter((title) => title.startsWith('Home'))).toEqual([]);
  expect(sessions().requests.slice(before)).toEqual(['DELETE /session', 'GET /session']);
});

const SESSION = '**/web/api/session';
const SCRIPT = '**/assets/sign-out-*.js';

test.each<[when: string, detail: string, before: (page: Page) => Promise<unknown>]>([
  [
    'offline',
    'You are offline. Please connect and try again.',
    async (page) => {
      await page.context().setOffline(true);
      // Playwright serves stubs also offline.
      await page.route(SESSION, (route) => route.abort());
    },
  ],
  [
    'while the BFF does not respond',
    'No response in time. Please try again.',
    async (page) => {
      await page.clock.install();
      await page.route(SESSION, () => page.clock.fastForward(15_000));
    },
  ],
  [
    'while the BFF is overloaded',
    'The service is busy. Please wait.',
    (page) => page.route(SESSION, (route) => route.fulfill({ status: 503, json: busy })),
  ],
  [
    'while a proxy answers',
    'Unexpected response. Please try again.',
    (page) => page.route(SESSION, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })),
  ],
])('a sign-out %s shows "%s", and keeps the page', async (_, detail, before) => {
  const page = await membersTab();
  await before(page);
  const alerted = page.waitForEvent('dialog');
  const pressed = press(page, 'Sign out');
  const dialog = await alerted;
  expect(dialog.message()).toBe(`You could not be signed out. ${detail}`);
  await dialog.accept();
  await pressed;
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  expect(await page.getByText('Ada’s friend').count()).toBe(1);
});
const busy = { code: 'overloaded', status: 503, detail: 'The service is busy. Please wait.' };

test('after a deploy, "Sign out" works in a tab of the old build', async () => {
  const loaded = context().waitForEvent('response', (response) => /assets\/sign-out-/.test(response.url()));
  const page = await membersTab();
  await loaded;
  await page.route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  await press(page, 'Sign out');
  await heading(page, 'You are signed out');
});

test('"Sign out" before its script has loaded says that there is a new version', async () => {
  await context().route(SCRIPT, (route) => route.fulfill({ status: 404 }));
  const page = await membersTab();
  await page.route('**/web/', (route) => route.fulfill({ body: '<html data-build="another">' }));
  const alerted = page.waitForEvent('dialog');
  const pressed = press(page, 'Sign out');
  const dialog = await alerted;
  expect(dialog.message()).toBe('You could not be signed out. New version. Please load the page again.');
  await dialog.accept();
  await pressed;
  expect(await page.getByText('Ada’s friend').count()).toBe(1);
});

const fieldOf = (page: Page, label: string) => page.getByLabel(label, { exact: true });
async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await fieldOf(page, label).fill(text);
}
const entered = { Name: 'Half', Price: 'much', Remark: 'Late', 'Tag 1': 'a', 'Tag 2': 'b', Beds: 'two' };

async function signedOutOverBooking(): Promise<Page> {
  await sessions().begin('Ada');
  const page = await open('/booking?room=7');
  await page.getByText('Ada', { exact: true }).waitFor();
  await fieldOf(page, 'PIN').evaluate((field: HTMLInputElement) => (field.autocomplete = 'one-time-code'));
  for (const button of ['Add a tag', 'Add a tag', 'Add a room']) await press(page, button);
  await fill(page, { ...entered, PIN: '1234' });
  await page.getByLabel('A regular guest').check();
  await page.getByLabel('Kind').selectOption('Twin');
  const other = await open('/');
  await press(other, 'Sign out');
  await heading(page, 'You are signed out');
  await other.close();
  return page;
}
const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage));
const signIn = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();

test('after a sign-out in another tab, the next sign-in restores the input, except secrets', async () => {
  const page = await signedOutOverBooking();
  await page.getByText('Your unsent input in this tab has been saved.').waitFor();
  await expectAccessible(page);
  expect(await stored(page)).not.toContain('1234');
  await signIn(page);
  await page.getByRole('status').getByText('Your input has been restored').waitFor();
  await expectAccessible(page);
  expect(page.url()).toBe(`${origin()}/web/booking?room=7`);
  for (const [label, text] of Object.entries({ ...entered, Kind: 'twin', PIN: '' }))
    expect([label, await fieldOf(page, label).inputValue()]).toEqual([label, text]);
  expect(await page.getByLabel('A regular guest').isChecked()).toBe(true);
  expect(await stored(page)).not.toContain('Half');
  const asked = page.waitForEvent('dialog');
  const left = page.reload().catch(() => {});
  await (await asked).accept();
  await left;
});

test.each<[when: string, happens: (page: Page) => Promise<unknown>]>([
  [
    'another user signs in',
    async (page) => {
      sessions().nextIs('Eve');
      await signIn(page);
      await page.getByText('Eve', { exact: true }).waitFor();
      expect(await fieldOf(page, 'Name').inputValue()).toBe('');
      expect(await page.content()).not.toMatch(/Half|Your input has been restored/);
    },
  ],
  [
    'another user signs in in another tab',
    async (page) => {
      await page.goto(`${origin()}/web/`);
      await heading(page, 'Home');
      await sessions().begin('Eve');
      await open('/');
      await page.getByText('Eve', { exact: true }).waitFor();
    },
  ],
  [
    'the user signs out in this tab',
    async (page) => {
      await page.goto(`${origin()}/web/members`);
      await press(page, 'Own sign-out');
      await heading(page, 'You are signed out');
    },
  ],
])('stored input is deleted when %s', async (_, happens) => {
  const page = await signedOutOverBooking();
  expect(await stored(page)).toContain('Half');
  await happens(page);
  await expect.poll(() => stored(page)).not.toContain('Half');
  // Leaves, because an open page would reload when the session changes.
  await page.goto('about:blank');
  await sessions().begin('Ada');
  await page.goto(`${origin()}/web/booking?room=7`);
  await page.getByText('Ada', { exact: true }).waitFor();
  expect(await fieldOf(page, 'Name').inputValue()).toBe('');
});
