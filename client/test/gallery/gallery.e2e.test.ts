import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { developmentScreens } from '../../src/app/development-screens.ts';
import { screens } from '../../src/app/screens.ts';
import { borderFindings, motionFindings, overflowFindings } from './appearance.ts';
import { startGallery, type Gallery } from './start-gallery.ts';
import { root } from '@web/bff/test/processes';

/** Every screen whose address needs no parameter, and what stands where there is none. */
const paths = [...screens, ...developmentScreens]
  .map(({ path }): string => path)
  .filter((path) => !path.includes(':'))
  .concat('/no/such/screen');
const widths = [320, 768, 1440];

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

const at = (width: number) => ({ viewport: { width, height: 800 } });
const fits = async (page: Page) => expect(await overflowFindings(page)).toEqual([]);

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(paths)('%s is accessible at every width, and is not scrolled sideways', async (path) => {
    for (const width of widths) {
      const page = await gallery.open(path, { ...at(width), colorScheme });
      expect(await axeFindings(page)).toEqual([]);
      await fits(page);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await fits(page);
      await page.close();
    }
  });

  test('the error screen and an open dialog are accessible', async () => {
    const page = await gallery.open('/gallery', { ...at(320), colorScheme });
    await page.getByRole('button', { name: 'Rename the planet …' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.route('**/home-screen.tsx*', (route) => route.abort());
    await page.getByRole('link', { name: 'Go to the specification' }).click();
    await page.getByRole('heading', { name: 'This screen could not be shown' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fits(page);
  });
});

test.each(paths)('%s stays usable when the page, or its text alone, is zoomed to 200 %', async (path) => {
  const zoomed = await gallery.open(path, { ...at(640), deviceScaleFactor: 2 });
  await fits(zoomed);
  await zoomed.addStyleTag({ content: 'html { font-size: 200% }' });
  await fits(zoomed);
});

test('in forced colours every button and field has a border', async () => {
  const page = await gallery.open('/gallery', { forcedColors: 'active' });
  expect(await borderFindings(page)).toEqual([]);
});

test('nothing moves with prefers-reduced-motion', async () => {
  const page = await gallery.open();
  expect(await motionFindings(page)).toContain('skeleton-piece');
  const calm = await gallery.open('/gallery', { reducedMotion: 'reduce' });
  expect(await motionFindings(calm)).toEqual([]);
});

test('print is dark on white and leaves out buttons and navigation', async () => {
  const page = await gallery.open('/gallery', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colours = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
  // Its styles come when the screen is shown.
  await expect.poll(colours).toEqual(['rgba(0, 0, 0, 0)', 'rgb(26, 29, 30)']);
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
  await page.getByRole('table', { name: 'Some planets' }).waitFor();
  expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a production build does not contain the gallery', async () => {
  const dist = join(root, 'client/dist/identity');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const built = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(built.length).toBeGreaterThan(3);
  const texts = await Promise.all(built.map((file) => readFile(file, 'utf8')));
  expect(built.filter((file, index) => /gallery/i.test(file + texts[index]))).toEqual([]);
});
