import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Gallery, startGallery } from '../gallery/start-gallery.ts';
import { declareSession } from './declare-session.ts';

const permissions = `export const permissionsOf = {
  anonymous: ['status:read', 'client-report:send'],
  editor: ['status:read', 'client-report:send', 'note:read'],
} as const;

export type Role = keyof typeof permissionsOf;
`;

let dev: Gallery;

beforeAll(async () => {
  dev = await startGallery(async (folder) => {
    await declareSession(folder);
    await writeFile(join(folder, 'bff/src/contract/permissions.ts'), permissions);
  });
});

afterAll(() => dev?.stop());

test('without a provider, the development server offers the roles of the contract', async () => {
  const page = await dev.open('/?a=b#c');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Choose a role' }).waitFor();
  await page.getByRole('button', { name: 'editor' }).click();
  await page.locator('.session-name', { hasText: 'editor' }).waitFor();
  expect(new URL(page.url()).href).toMatch(/\/web\/\?a=b#c$/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Choose a role' }).waitFor();
    expect(await tab.locator('.session-name').count()).toBe(0);
  }
});
