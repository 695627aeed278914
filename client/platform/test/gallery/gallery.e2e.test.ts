import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '@web/bff/platform/testing/processes';
import { screens } from '#platform/product/screens.ts';
import { axeFindings } from './accessibility.ts';
import {
  borderFindings,
  containerFindings,
  dialogFindings,
  motionFindings,
  overflowFindings,
  tabFindings,
} from './appearance.ts';
import { startGallery, type Gallery } from './start-gallery.ts';

const paths = screens
  .map(({ path }): string => path)
  .filter((path) => !path.includes(':'))
  .concat('/gallery', '/no/such/screen');

let gallery: Gallery;
beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery?.stop());

const sized = (width: number) => ({ viewport: { width, height: 800 } });
const fits = async (page: Page) => expect(await overflowFindings(page)).toEqual([]);
const onPhone = async (options = {}) => {
  const page = await gallery.open('/gallery', { ...sized(320), ...options });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const focused = (selector: string) => page.locator(`${selector}:focus-within`);
  return { page, button, dialog, focused };
};

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  test.each(paths)('%s is accessible, and does not scroll horizontally at any width', async (path) => {
    for (const width of [320, 768, 1440]) {
      const page = await gallery.open(path, { ...sized(width), colorScheme });
      expect(await axeFindings(page)).toEqual([]);
      await fits(page);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      await fits(page);
      await page.close();
    }
  });

  test('the error screen and an open dialog are accessible', async () => {
    const { page, button } = await onPhone({ colorScheme });
    await button('Rename the planet …').click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button('Cancel').click();
    await page.route('**/home-screen.tsx*', (route) => route.abort());
    await page.getByRole('link', { name: 'Home screen', exact: true }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fits(page);
  });
});

test.each(paths)(
  '%s does not scroll horizontally at a zoom of 200 %, with normal text and with text enlarged to 200 %',
  async (path) => {
    const zoomed = await gallery.open(path, { ...sized(640), deviceScaleFactor: 2 });
    await fits(zoomed);
    await zoomed.addStyleTag({ content: 'html { font-size: 200% }' });
    await fits(zoomed);
  },
);

test.each([320, 1024])('no content overflows its container in a window of %i px', async (width) => {
  const page = await gallery.open('/gallery', sized(width));
  expect(await containerFindings(page)).toEqual([]);
});

test.each(['/', '/gallery'])(
  'on %s, the Tab key reaches every control in order, and the focus is visible',
  async (path) => {
    expect(await tabFindings(await gallery.open(path, sized(320)))).toEqual([]);
  },
);

test('in forced colors every button and field has a border', async () => {
  const { page } = await onPhone({ forcedColors: 'active' });
  expect(await borderFindings(page)).toEqual([]);
});

test('prefers-reduced-motion disables animations', async () => {
  expect(await motionFindings(await gallery.open())).toContain('skeleton-piece');
  expect(await motionFindings(await gallery.open('/gallery', { reducedMotion: 'reduce' }))).toEqual([]);
});

test('printed pages are dark on white, without buttons and navigation', async () => {
  const page = await gallery.open('/gallery', { colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colors = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body);
      return [backgroundColor, color];
    });
  await expect.poll(colors).toEqual(['rgba(0, 0, 0, 0)', 'rgb(26, 29, 30)']);
  expect(await page.locator('nav, .button').filter({ visible: true }).count()).toBe(0);
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor();
});

test('a production build does not contain the gallery', async () => {
  const dist = join(root, 'client/dist/identity');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const built = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  expect(built.length).toBeGreaterThan(3);
  const texts = await Promise.all(built.map((file) => readFile(file, 'utf8')));
  expect(built.filter((file, index) => /gallery/i.test(file + texts[index]))).toEqual([]);
});

test('a dialog opened with Enter is modal and focuses its first field; Esc closes the dialog and restores the focus', async () => {
  const { page, button, dialog, focused } = await onPhone();
  await button('Rename the planet …').press('Enter');
  await focused(':modal').and(dialog('Rename the planet')).waitFor();
  expect(await focused('input').getAttribute('name')).toBe('planet');
  await page.keyboard.press('Escape');
  await dialog('Rename the planet').waitFor({ state: 'detached' });
  await focused('button').and(button('Rename the planet …')).waitFor();
});

test('a dialog closes with its button, and on a click outside unless `keep` is set', async () => {
  const { page, button, dialog } = await onPhone();
  const clickOutside = () => page.mouse.click(4, 4);
  for (const close of [() => button('Close').click(), clickOutside]) {
    await button('Read the terms …').click();
    await dialog('Terms').waitFor();
    await close();
    await dialog('Terms').waitFor({ state: 'hidden' });
  }
  await button('Rename the planet …').click();
  await clickOutside();
  await dialog('Rename the planet').getByLabel('Name of the planet').fill('x');
});

test.each([
  [320, 500],
  [768, 500],
  [1440, 900],
])(
  'at %i × %i px, the buttons of a form in a dialog stay in the dialog’s footer while the form scrolls',
  async (width, height) => {
    const page = await gallery.open('/gallery', { viewport: { width, height } });
    await page.getByRole('button', { name: 'Book a journey …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a journey' });
    const buttons = ['Cancel', 'Book'].map((name) => dialog.getByRole('button', { name, exact: true }));
    for (const move of ['scrollHeight', 'clientHeight'] as const) {
      const content = dialog.locator('.dialog-content');
      await content.evaluate((element, by) => element.scrollTo(0, element[by]), move);
      const [cancel, book] = await Promise.all(buttons.map((button) => button.boundingBox()));
      expect(book?.y).toBe(cancel?.y);
      expect((book?.y ?? Infinity) + (book?.height ?? 0)).toBeLessThan(height);
    }
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByLabel('Planet').fill('');
    await dialog.getByLabel('Nights').press('Enter');
    await dialog.locator('[name$=planet][aria-invalid=true]:focus').waitFor();
    expect(await dialog.getByLabel('Planet').evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
  },
);

test('a dialog that is taller than the window opens scrolled to the start of its content', async () => {
  const { button, dialog } = await onPhone();
  await button('Read the terms …').click();
  const content = dialog('Terms').locator('.dialog-content');
  const isAtTop = content.evaluate(
    ({ scrollTop, scrollHeight, clientHeight }) => scrollTop === 0 && scrollHeight > clientHeight,
  );
  expect(await isAtTop).toBe(true);
  expect(await content.evaluate((element) => element === document.activeElement)).toBe(true);
});

test.each(['Rename the planet …', 'Book a journey …', 'Read the terms …', 'Compare planets …'])(
  'at a zoom of 400 %, a dialog opened with “%s” scrolls as a whole, and the Tab key shows every control',
  async (opener) => {
    const page = await gallery.open('/gallery', {
      viewport: { width: 320, height: 256 },
      deviceScaleFactor: 4,
    });
    await page.getByRole('button', { name: opener }).click();
    const hiddenAbove = page.getByRole('dialog').evaluate(({ scrollTop }) => scrollTop);
    const hiddenInContent = page
      .locator('dialog[open] .dialog-content')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect([await hiddenAbove, await hiddenInContent]).toEqual([0, 0]);
    expect(await dialogFindings(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await fits(page);
  },
);

test('a dialog in a dialog is centered, has its own footer, closes alone, and returns the focus into the outer dialog', async () => {
  const { page, button, dialog, focused } = await onPhone();
  await button('Compare planets …').click();
  await button('Visit them …').press('Enter');
  const inner = dialog('Visit the planets');
  await focused(':modal').and(inner).waitFor();
  const centerOf = async (name: string) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await dialog(name).boundingBox()) ?? {};
    return [x + width / 2, y + height / 2].map(Math.round);
  };
  expect(await centerOf('Visit the planets')).toEqual(await centerOf('Compare planets'));
  const [cancel, book] = await Promise.all(
    ['Cancel', 'Book'].map((name) => inner.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(book?.y).toBe(cancel?.y);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await inner.waitFor({ state: 'hidden' });
  await focused('button').and(button('Visit them …')).waitFor();
  await page.keyboard.press('Escape');
  await dialog('Compare planets').waitFor({ state: 'hidden' });
  await focused('button').and(button('Compare planets …')).waitFor();
});

test.each([
  [320, 1],
  [1440, 960 / 512],
])('in a window of %i px, a wide dialog has %d times the width of another one', async (width, ratio) => {
  const page = await gallery.open('/gallery', sized(width));
  const widthOf = async (opener: string) => {
    await page.getByRole('button', { name: opener }).click();
    const box = await page.getByRole('dialog').boundingBox();
    await page.keyboard.press('Escape');
    return box?.width ?? 0;
  };
  const usual = await widthOf('Book a journey …');
  expect((await widthOf('Compare planets …')) / usual).toBe(ratio);
});

test('an instant search omits empty fields and adds no history entry; submitting the form adds an entry', async () => {
  const page = await gallery.open('/gallery', sized(1440));
  const search = () => new URL(page.url()).search;
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  const name = page.getByRole('searchbox', { name: 'Name', exact: true });
  await name.pressSequentially('Ura nus', { delay: 100 });
  await expect.poll(search).toBe('?name=Ura+nus');
  expect([await name.inputValue(), await entries()]).toEqual(['Ura nus', before]);
  await page.getByLabel('Kind').selectOption('Rock');
  await expect.poll(search).toBe('?kind=rock&name=Ura+nus');
  await name.fill('');
  await expect.poll(search).toBe('?kind=rock');
  await page.getByLabel('Kind').selectOption('All');
  await name.fill('Mars');
  await name.press('Enter');
  await expect.poll(search).toBe('?name=Mars');
  expect(await entries()).toBe(before + 1);
});

test('an instant search shows an error while the user types, without moving the focus, and searches once it is corrected', async () => {
  const page = await gallery.open('/gallery', sized(1440));
  const search = () => new URL(page.url()).search;
  const name = page.getByRole('searchbox', { name: 'Name', exact: true });
  await page.getByLabel('Kind').selectOption('Rock');
  await expect.poll(search).toBe('?kind=rock');
  await name.pressSequentially('x'.repeat(21));
  await page.getByText('Use at most 20 characters.').waitFor();
  expect([search(), await name.evaluate((element) => element === document.activeElement)]).toEqual([
    '?kind=rock',
    true,
  ]);
  await name.press('Backspace');
  await expect.poll(search).toBe(`?kind=rock&name=${'x'.repeat(20)}`);
  expect(await page.getByText('Use at most 20 characters.').count()).toBe(0);
});

test('a link cancels an instant search that is about to start', async () => {
  const page = await gallery.open('/gallery', sized(1440));
  await page.clock.install();
  await page.getByRole('searchbox', { name: 'Name', exact: true }).fill('Mars');
  await page.getByRole('link', { name: 'Page 4' }).click();
  await page.clock.runFor(1_000);
  expect(new URL(page.url()).search).toBe('?page=4');
});

test('a sortable heading is a link that says how the column is sorted', async () => {
  const page = await gallery.open('/gallery', sized(1440));
  const table = page.getByRole('table', { name: 'Some planets' });
  const headings = table.getByRole('columnheader');
  const sorts = await headings.evaluateAll((all) => all.map((heading) => heading.getAttribute('aria-sort')));
  expect(sorts).toEqual(['ascending', null, 'none', null]);
  await table.getByRole('link', { name: 'Diameter, km' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?sort=diameter');
});

test('a product’s unlayered styles and utilities override the platform’s styles, but the product’s base layer does not', async () => {
  const page = await gallery.open('/gallery', sized(1440));
  const button = page.getByRole('button', { name: 'Press me' });
  const styleOf = () =>
    button.evaluate((element) => {
      const { paddingTop, marginTop, borderTopStyle } = getComputedStyle(element);
      return [paddingTop, marginTop, borderTopStyle];
    });
  const before = await styleOf();
  await page.addStyleTag({
    content: `@layer base { .button.button { border-top-style: dotted; } } @layer utilities { .button { padding-top: 3px; } } button { margin-top: 5px; }`,
  });
  expect(before).not.toEqual(['3px', '5px', before[2]]);
  expect(await styleOf()).toEqual(['3px', '5px', before[2]]);
});

test('a pending button keeps the focus, and ignores clicks and Enter in its form', async () => {
  const { page, button, focused } = await onPhone();
  await button('Saving …').focus();
  await page.keyboard.press('Enter');
  expect(await focused('[aria-disabled=true]').textContent()).toBe('Saving …');
  expect(await page.getByTestId('presses').textContent()).toBe('0');
  await page.getByLabel('Ship').press('Enter');
  expect(new URL(page.url()).search).toBe('');
  await button('Press me').click();
  expect(await page.getByTestId('presses').textContent()).toBe('1');
});

test('beside a long text, an ordinary word and a number in a table stay whole, and a long word breaks in its own cell', async () => {
  const page = await gallery.open('/gallery', sized(1024));
  const table = page.getByRole('table', { name: 'Some planets' });
  const fill = (first: string, second: string) =>
    table.evaluate(
      (element, texts) => {
        const cells = element.querySelectorAll('tbody tr:first-child > *');
        texts.forEach((text, index) => void (cells[index]!.textContent = text));
      },
      [first, second],
    );
  const lines = (cell: string) =>
    table
      .locator(`tbody ${cell}`)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
  const excess = () => table.evaluate((element) => element.scrollWidth - element.parentElement!.clientWidth);

  for (const text of ['several words '.repeat(60), 'word'.repeat(60)]) {
    await fill('Published', text);
    expect([await lines('th'), await lines('td[data-numeric=true] > span'), await excess()]).toEqual([
      1, 1, 0,
    ]);
  }
});

test('on a phone, where each cell shows its column’s heading, a table keeps its ARIA roles, and screen readers announce each heading once', async () => {
  const { page } = await onPhone();
  const table = page.getByRole('table', { name: 'Some planets' });
  const headings = await table.getByRole('columnheader').allTextContents();
  expect(headings).toEqual(['Planet', 'Named after', 'Diameter, km', 'Actions']);
  expect(await table.getByRole('rowheader').count()).toBe(2);
  expect(await table.getByRole('cell').count()).toBe(6);
  expect(await table.getByRole('cell', { name: 'The goddess of love', exact: true }).count()).toBe(1);
  const row = table.locator('tbody tr').first();
  expect(await row.evaluate((element) => getComputedStyle(element).display)).toBe('block');
});

test('a notice appears in a live region that already exists', async () => {
  const { page, button } = await onPhone();
  const regions = page.getByRole('status');
  const before = await regions.count();
  await button('Have news').click();
  await regions.filter({ hasText: 'The news is here.' }).waitFor();
  expect(await regions.count()).toBe(before);
});
