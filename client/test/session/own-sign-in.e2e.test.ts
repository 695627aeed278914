import { expect, test } from 'vitest';
import { isGuarded, onSessionScreens } from './on-session-screens.ts';

const { open, sessions, origin, context } = onSessionScreens({ hasOwnScreen: true });

test('a product’s own sign-in screen leads back to where the person wanted to be, and no further', async () => {
  const page = await open('/');
  await page.getByRole('link', { name: 'To members' }).click();
  await page.getByRole('button', { name: 'Let me in' }).click();
  await page.getByText('Seen by Ada').waitFor();
  expect(page.url()).toBe(`${origin()}/web/members`);
  await page.goBack();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});

test.each(['//evil.example/', 'https://evil.example/', '/other/', String.raw`/\evil.example`, '/web/../x'])(
  'its `to` never leads to %s',
  async (to) => {
    const page = await open(`/sign-in?to=${encodeURIComponent(to)}`);
    await page.getByRole('button', { name: 'Let me in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(page.url()).toBe(`${origin()}/web/`);
  },
);

test('what the page shows follows the product’s own call, and its reads are sent again', async () => {
  const page = await open('/sign-in');
  await page.getByRole('button', { name: 'Let me in' }).click();
  await page.getByText('Ada', { exact: true }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Members' }).waitFor();
});

test('it opens in a window of its own when a session ends under a form', async () => {
  await sessions().begin('Ada');
  const page = await open('/writing');
  await isGuarded(page);
  await page.getByLabel('Title').fill('Half');
  await page.getByLabel('Copies').fill('2');
  await sessions().end();
  await page.getByRole('button', { name: 'Send' }).click();
  const opened = context().waitForEvent('page');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  const own = await opened;
  await own.getByRole('button', { name: 'Let me in' }).click();
  await own.waitForEvent('close');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Title').inputValue()).toBe('Half');
});
