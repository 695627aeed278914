import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { exampleCopy } from '@web/bff/platform/test/scratch-copy';
import { run } from '@web/bff/platform/testing/processes';
import { type RunningBff, startBff } from '@web/bff/platform/testing/start-bff';
import { chromium } from '#platform/testing/browser/chromium.ts';
import { stubBff } from '#platform/testing/browser/stub-bff.ts';

let application: RunningBff;
let browser: Browser;

beforeAll(async () => {
  const { settings, main } = inject('example');
  application = await startBff(settings, main);
  browser = await chromium();
});
afterAll(async () => {
  await browser?.close();
  await application?.stop();
});

const note = {
  ...{ id: '7', title: 'Bread', text: '', state: 'draft', audience: { kind: 'everybody' }, tasks: [] },
  ...{ author: 'ada', authorName: 'Ada', changedAt: '2026-01-03T12:00:00Z', shownFrom: '2026-01-03' },
  ...{ version: 1, isStarred: false, picture: null },
};
const replies: Readonly<Record<string, object>> = {
  'GET /notes': { json: { items: [note], count: 1, pages: 1 } },
  'GET /notes/7': { json: note },
  'GET /notes/changes': { events: [] },
};

/** Opens a screen for an author in a browser with these options, and records errors, including those of hydration. */
async function open(screen: string, options: BrowserContextOptions): Promise<[page: Page, errors: string[]]> {
  const origin = `http://127.0.0.1:${application.port}`;
  const context = await browser.newContext(options);
  const { begin } = await stubBff(context, origin, (key) => replies[key] ?? { status: 501 });
  await begin({ subject: 'ada', role: 'author', user: { name: 'Ada' } });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${origin}/web/${screen}`);
  return [page, errors];
}

test('a browser that prefers German gets a German document, with dates formatted for the browser’s locale', async () => {
  const [page, errors] = await open('notes/7', { locale: 'de-AT' });
  // In Germany, the month is “Januar”.
  await page.getByText('ab 3. Jänner 2026').waitFor();
  await page.getByText('Für wen').waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  // The product's text replaces the platform's.
  expect(await page.getAttribute('meta[name=description]', 'content')).toMatch(/^Sammelt die Notizen/);
  await page.getByRole('link', { name: 'Alle Notizen' }).click();
  await expect.poll(() => page.title()).toBe('Notizen · Notes');
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
  await page.getByRole('heading', { name: 'Notizen' }).waitFor();
  expect(await page.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Deutsch']);
  await page.getByRole('button', { name: 'English', pressed: false }).click();
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Notizen' }).waitFor();
  expect(errors).toEqual([]);
});

test.each<[when: string, before: (page: Page) => Promise<unknown>, says: string]>([
  ['offline', (page) => page.context().setOffline(true), 'Sie sind offline. Bitte verbinden Sie sich'],
  ['with unsent input', (page) => page.getByLabel('Titel').fill('Brot'), 'Diese Seite verlassen?'],
])('a language switch %s that the user declines changes nothing', async (_, before, says) => {
  const [page] = await open('notes/new', { locale: 'de-DE' });
  await page.getByRole('heading', { name: 'Neue Notiz' }).waitFor();
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  await before(page);
  await page.getByRole('button', { name: 'English' }).click();
  await expect.poll(() => said).toEqual([expect.stringContaining(says)]);
  await page.context().setOffline(false);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).not.toContain('web-language');
});

test('the build fails if a messages file is missing, and names the file', async () => {
  // The product has its own first-load.ts, which replaces the platform’s.
  const folder = await exampleCopy();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const file of [
    'src/messages/de/notes.ts',
    'platform/messages/de/forms.ts',
    'platform/messages/de/first-load.ts',
  ])
    await rm(join(folder, 'client', file));
  await expect(run('node', ['client/platform/build/build.ts'], { cwd: folder })).rejects.toMatchObject({
    stderr: expect.stringContaining('client/src/messages/de/ has no notes.ts, platform/forms.ts.'),
  });
});
