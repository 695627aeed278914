import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, heading, isGuarded, onSessionScreens } from './on-session-screens.ts';

const { context, sessions, origin, open } = onSessionScreens();

const toggle = (page: Page) => page.getByText('Menu', { exact: true });
const isOpen = (page: Page) => page.getByRole('navigation', { name: 'Main' }).isVisible();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff Alexandrine-Maximiliane';

/** Opens a screen in a narrow window, signed in. */
async function openNarrow(path: string): Promise<Page> {
  await sessions().begin(LONG_NAME, 'member');
  const page = await open(path);
  await page.setViewportSize({ width: 320, height: 640 });
  return page;
}

test('the header of a narrow window has one row; its menu contains the navigation and the user, in the order of a wide one', async () => {
  const page = await openNarrow('/writing');
  await heading(page, 'Writing');
  const height = async () => (await page.getByRole('banner').boundingBox())!.height;
  const closed = await height();
  expect([closed < 100, await isOpen(page)]).toEqual([true, false]);
  await expectAccessible(page);

  await toggle(page).click();
  const texts = () =>
    page.getByRole('banner').locator('summary, a, button').filter({ visible: true }).allTextContents();
  const wide = ['Members', 'Home', 'Sign out'];
  expect((await texts()).slice(1)).toEqual(['Menu', ...wide]);
  await expectAccessible(page);

  await page.setViewportSize({ width: 720, height: 640 });
  expect((await texts()).slice(1)).toEqual(wide);
  expect(await page.getByText(LONG_NAME).isVisible()).toBe(true);
  await page.setViewportSize({ width: 320, height: 640 });
  await toggle(page).click();
  expect(await height()).toBe(closed);
});

test('the menu opens before the scripts have loaded, and stays open when they have', async () => {
  await sessions().begin('Ada', 'member');
  const page = await context().newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  const script = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`${origin()}/web/writing`, { waitUntil: 'commit' });
  await toggle(page).click();
  expect(await isOpen(page)).toBe(true);
  script.resolve();
  await heading(page, 'Writing');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await isOpen(page)).toBe(true);
});

test('Escape closes the menu and moves the focus to its button', async () => {
  const page = await openNarrow('/writing');
  await heading(page, 'Writing');
  await toggle(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Members');
  // The chunk `deferred` has the listener.
  await isGuarded(page);
  await page.keyboard.press('Escape');
  expect([await isOpen(page), await focused(page)]).toEqual([false, 'Menu']);
});

test('a link in the menu closes it, also a link to the current screen', async () => {
  const page = await openNarrow('/writing');
  await heading(page, 'Writing');
  const home = page.getByRole('navigation').getByRole('link', { name: 'Home' });
  for (const current of [null, 'page']) {
    await toggle(page).click();
    expect(await home.getAttribute('aria-current')).toBe(current);
    await home.click();
    await heading(page, 'Home');
    await expect.poll(() => isOpen(page)).toBe(false);
  }
});
