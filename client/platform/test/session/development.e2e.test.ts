import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, startGallery } from '#platform/test/gallery/start-gallery.ts';
import { declareSession } from './declare-session.ts';
import { heading, isGuarded, press } from './on-session-screens.ts';

let dev: Gallery;

beforeAll(async () => {
  dev = await startGallery(declareSession);
});

afterAll(() => dev?.stop());

test('without an identity provider, the development server’s sign-in offers the roles of the contract', async () => {
  const page = await dev.open('/?a=b#c');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await heading(page, 'Choose a role');
  await press(page, 'member');
  await page.locator('.session-name', { hasText: 'member' }).waitFor();
  expect(new URL(page.url()).href).toMatch(/\/web\/\?a=b#c$/);
  await isGuarded(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await press(other, 'Sign out');
  for (const tab of [other, page]) {
    await heading(tab, 'Choose a role');
    expect(await tab.locator('.session-name').count()).toBe(0);
  }
});
