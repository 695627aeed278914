import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, startGallery } from '#platform/test/gallery/start-gallery.ts';
import { declareSession } from './declare-session.ts';

let dev: Gallery;

beforeAll(async () => {
  dev = await startGallery(declareSession);
});

afterAll(() => dev?.stop());

test('without an identity provider, the development server’s sign-in offers the roles of the contract', async () => {
  const page = await dev.open('/?a=b#c');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Choose a role' }).waitFor();
  await page.getByRole('button', { name: 'member' }).click();
  await page.locator('.session-name', { hasText: 'member' }).waitFor();
  expect(new URL(page.url()).href).toMatch(/\/web\/\?a=b#c$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Choose a role' }).waitFor();
    expect(await tab.locator('.session-name').count()).toBe(0);
  }
});
