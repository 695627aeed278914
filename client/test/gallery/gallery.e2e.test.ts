import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from './accessibility.ts';
import { borderFindings, motionFindings, overflowFindings } from './appearance.ts';
import { startGallery, type Gallery } from './start-gallery.ts';
import { root } from '@web/bff/test/processes';

const tables = await Promise.all(
  ['screens.ts', 'development-screens.ts'].map((file) =>
    readFile(join(root, 'client/src/app', file), 'utf8'),
  ),
);
/** Every screen whose address needs no parameter, and what stands where there is none. */
const screens = [...tables.join('').matchAll(/path: '([^':]+)'/g)]
  .map(([, path = '']) => path)
  .concat('/no/such/screen');
const widths = [320, 1440];

let gallery: Gallery;

beforeAll(async () => {
  gallery = await startGallery();
});

afterAll(() => gallery?.stop());

test('the tested screens are those of the tables', () => {
  expect(screens).toEqual(expect.arrayContaining(['/', '/gallery', '/no/such/screen']));
});

const at = (width: number) => ({ viewport: { width, height: 800 } });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of widths) {
    test.each(screens)(`axe has no finding on %s, ${colorScheme}, ${width} px wide`, async (path) => {
      const page = await gallery.open(path, { ...at(width), colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    });
  }

  test(`axe has no finding on the error screen, ${colorScheme}`, async () => {
    const page = await gallery.open('/no/such/screen', { ...at(320), colorScheme });
    await page.route('**/home-screen.tsx*', (route) => route.abort());
    await page.getByRole('link', { name: 'Go to the home screen' }).click();
    await page.getByRole('heading', { name: 'This screen could not be shown' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await overflowFindings(page)).toEqual([]);
  });

  test(`axe has no finding on an open dialog, ${colorScheme}`, async () => {
    const page = await gallery.open('/gallery', { ...at(320), colorScheme });
    await page.getByRole('button', { name: 'Rename the planet …' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });
}

test.each(screens)('%s needs no horizontal scrolling, left to right or right to left', async (path) => {
  for (const width of [...widths, 768]) {
    const page = await gallery.open(path, at(width));
    expect(await overflowFindings(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await overflowFindings(page)).toEqual([]);
  }
});

test.each(screens)('%s stays usable when the page, or its text alone, is zoomed to 200 %', async (path) => {
  const zoomed = await gallery.open(path, { ...at(640), deviceScaleFactor: 2 });
  expect(await overflowFindings(zoomed)).toEqual([]);
  await zoomed.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await overflowFindings(zoomed)).toEqual([]);
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
