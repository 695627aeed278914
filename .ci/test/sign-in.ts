import type { Page } from 'playwright-core';

/** Signs in at the provider, from the screen that is shown. */
export async function signIn(page: Page, person: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await beAtProvider(page, person);
}

/** Signs out here, and then at the provider, whose page has a button of the same name. */
export async function signOut(page: Page, provider: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign out' });
  await button.click();
  await page.waitForURL(`${provider}/**`);
  await button.click();
}

/** Says at the provider's page who to be. */
export const beAtProvider = (page: Page, person: string): Promise<void> =>
  page.getByRole('link', { name: person, exact: true }).click();
