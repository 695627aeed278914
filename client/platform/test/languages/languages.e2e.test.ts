import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '@web/bff/platform/testing/processes';
import { type RunningBff, startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { copyInTwoLanguages } from './two-languages.ts';

let folder: string;
let application: RunningBff;
let browser: Browser;

beforeAll(async () => {
  folder = await copyInTwoLanguages();
  application = await startBff({}, join(folder, 'bff/dist/main.js'));
  browser = await chromium();
});
afterAll(async () => {
  await browser?.close();
  await application?.stop();
  await rm(folder, { recursive: true, force: true });
});

const address = (screen: string) => `http://127.0.0.1:${application.port}/web/${screen}`;

/** Opens a screen in a browser with these options, and records errors, including those of hydration. */
async function open(screen: string, options: BrowserContextOptions): Promise<[page: Page, errors: string[]]> {
  const page = await (await browser.newContext(options)).newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address(screen));
  return [page, errors];
}

const textOf = async (page: Page, selector: string) => (await page.locator(selector).textContent()) ?? '';

test('a browser that prefers German gets a German document, with numbers and dates formatted for the browser’s locale', async () => {
  const [page, errors] = await open('', { locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Hallo, Ada' }).waitFor();
  expect(await page.title()).toMatch(/^Gruß · /);
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  // The product's text replaces the platform's.
  expect(await page.getAttribute('meta[name=description]', 'content')).toBe('Zwei Sprachen.');
  expect(await textOf(page, '#number')).toBe(new Intl.NumberFormat('de-AT').format(1234.5));
  expect(await textOf(page, '#date')).toBe('3. Mai 2026');
  expect(errors).toEqual([]);
});

test.each(['none', 'active'] as const)(
  'the language switch shows the current language, with forced colors %s',
  async (forcedColors) => {
    const [page] = await open('', { locale: 'de-DE', forcedColors });
    const colors = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => {
        const { backgroundColor, color } = getComputedStyle(button);
        return [backgroundColor, color];
      });
    const [[ground, text], [otherGround, otherText]] = [await colors('Deutsch'), await colors('English')];
    expect([ground === otherGround, text === otherText]).toEqual([false, false]);
  },
);

test('a chosen language overrides the browser’s language, also after a reload', async () => {
  const [page, errors] = await open('', { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Hallo, Ada' }).waitFor();
  expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Deutsch']);
  await page.getByRole('button', { name: 'English', pressed: false }).click();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Hello, Ada' }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Hallo, Ada' }).waitFor();
  expect(errors).toEqual([]);
});

test.each<[when: string, before: (page: Page) => Promise<unknown>, says: string]>([
  ['offline', (page) => page.context().setOffline(true), 'Sie sind offline. Bitte verbinden Sie sich'],
  ['with unsent input', (page) => page.getByLabel('Name').fill('Ada'), 'Diese Seite verlassen?'],
])('a language switch %s that the user declines changes nothing', async (_, before, says) => {
  const [page] = await open('', { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Hallo, Ada' }).waitFor();
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  await before(page);
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => said).toEqual([expect.stringContaining(says)]);
  await page.context().setOffline(false);
  expect(await page.context().cookies()).toEqual([]);
});

test('the build fails if a messages file is missing, and names the file', async () => {
  for (const file of [
    'src/messages/de/greeting.ts',
    'platform/messages/de/forms.ts',
    'platform/messages/de/first-load.ts',
  ])
    await rm(join(folder, 'client', file));
  await expect(run('node', ['client/platform/build/build.ts'], { cwd: folder })).rejects.toMatchObject({
    stderr: expect.stringContaining('client/src/messages/de/ has no greeting.ts, platform/forms.ts.'),
  });
});
