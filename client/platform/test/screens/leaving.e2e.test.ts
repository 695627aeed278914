import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, origin, open, press, heading } = onTestScreens();

const path = () => new URL(page().url()).pathname;

test.each([
  ['one step back', [-1]],
  ['two steps back', [-1, -1]],
  ['three steps back', [-1, -1, -1]],
])(
  'going %s with unsaved input prompts the user only once; if the user stays, screen and address do not change',
  async (_, steps) => {
    let answer: 'accept' | 'dismiss' = 'dismiss';
    let asked = 0;
    page().on('dialog', (dialog) => {
      asked += 1;
      void dialog[answer]();
    });
    await page().goto(`${origin()}/web/`);
    await heading('Home');
    await page().getByRole('link', { name: 'One list' }).click();
    await heading('Listing');
    await press('Reading');
    await heading('Reading');
    await press('Writing');
    await heading('Writing');
    const length = await page().evaluate(() => history.length);
    await page().getByLabel('Title').fill('Half');
    await page().evaluate((steps) => {
      for (const step of steps) history.go(step);
    }, steps);
    await expect.poll(() => asked).toBe(1);
    // Waits for further, unwanted prompts.
    await page().waitForTimeout(500);
    expect([path(), await page().getByLabel('Title').inputValue(), asked]).toEqual([
      '/web/test/writing',
      'Half',
      1,
    ]);
    answer = 'accept';
    await page().goBack();
    await heading('Reading');
    expect([path(), await page().evaluate(() => history.length)]).toEqual(['/web/test/reading', length]);
  },
);

/** Opens the dialog at page 2, after an entry without the dialog. Records prompts, and dismisses them until `agree`. */
async function openAsking() {
  let answer: 'accept' | 'dismiss' = 'dismiss';
  const prompts: string[] = [];
  page().on('dialog', (dialog) => {
    prompts.push(dialog.message());
    void dialog[answer]();
  });
  await open('Asking');
  await link('Edit');
  await link('Next page');
  await page().getByText('Page 2').waitFor();
  return { prompts, agree: () => void (answer = 'accept') };
}
const link = (name: string) => page().getByRole('link', { name, exact: true }).click();
const click = (name: string) => page().getByRole('button', { name, exact: true }).click();
const field = (name: string) => page().getByLabel(name, { exact: true });
const search = () => new URL(page().url()).search;
const go = (...steps: number[]) =>
  page().evaluate((steps) => {
    for (const step of steps) history.go(step);
  }, steps);
const closing = 'Close without saving your input?';

test.each([
  ['Back', () => go(-2), ''],
  ['Forward', () => go(1), '?page=2'],
  ['a link', () => link('Done'), '?page=2'],
])(
  'if %s closes a dialog with unsent input, the user is asked once; if the user stays, address and input do not change',
  async (_, close, closed) => {
    const { prompts, agree } = await openAsking();
    await link('Done');
    await expect.poll(search).toBe('?page=2');
    await page().goBack();
    await field('Title').fill('Half');
    await close();
    await expect.poll(() => prompts).toEqual([closing]);
    // Waits for further, unwanted prompts.
    await page().waitForTimeout(500);
    expect([search(), await field('Title').inputValue(), prompts.length]).toEqual([
      '?edit=one&page=2',
      'Half',
      1,
    ]);
    agree();
    await close();
    await field('Title').waitFor({ state: 'detached' });
    await expect.poll(search).toBe(closed);
    expect(prompts).toHaveLength(2);
  },
);

test('changes of other search parameters keep the form of a dialog, and do not ask', async () => {
  const { prompts } = await openAsking();
  await field('Title').fill('Half');
  await link('Next page');
  await page().getByText('Page 3').waitFor();
  await go(-2);
  await page().getByText('Page 1').waitFor();
  await go(1);
  await page().getByText('Page 2').waitFor();
  expect([await field('Title').inputValue(), prompts]).toEqual(['Half', []]);
});

test('if Back is pressed twice, a dialog with unsent input asks once, and its history entry stays the current one', async () => {
  const { prompts, agree } = await openAsking();
  await link('Done');
  await link('Edit');
  await field('Title').fill('Half');
  await go(-1, -1);
  await expect.poll(() => prompts).toEqual([closing]);
  // Waits for further, unwanted prompts.
  await page().waitForTimeout(500);
  expect([search(), await field('Title').inputValue(), prompts.length]).toEqual([
    '?edit=one&page=2',
    'Half',
    1,
  ]);
  agree();
  await go(-1);
  await field('Title').waitFor({ state: 'detached' });
  await expect.poll(search).toBe('?page=2');
});

test.each([
  ['its button', 'another search parameter', () => click('Close'), '/web/test/asking'],
  ['Escape', 'another search parameter', () => page().keyboard.press('Escape'), '/web/test/asking'],
  ['its button', 'another path', () => click('Close'), '/web/test/reading'],
])(
  'a dialog with unsent input, closed with %s, asks once, although it then navigates to %s',
  async (_way, to, close, closed) => {
    const { prompts, agree } = await openAsking();
    if (to === 'another path') await click('Leave on closing');
    await field('Title').fill('Half');
    agree();
    await close();
    await field('Title').waitFor({ state: 'detached' });
    expect([path(), prompts]).toEqual([closed, [closing]]);
  },
);

test('a dialog in a dialog asks about its own form, and a navigation that closes both asks once', async () => {
  const { prompts, agree } = await openAsking();
  await field('Title').fill('Outer');
  await link('More');
  await field('Subtitle').fill('Inner');
  await page().keyboard.press('Escape');
  expect(prompts).toEqual([closing]);
  await go(-3);
  await expect.poll(() => prompts).toEqual([closing, closing]);
  expect([await field('Title').inputValue(), await field('Subtitle').inputValue()]).toEqual([
    'Outer',
    'Inner',
  ]);
  agree();
  await click('Less');
  await field('Subtitle').waitFor({ state: 'detached' });
  expect([await field('Title').inputValue(), prompts.length]).toEqual(['Outer', 3]);
  await link('More');
  await field('Subtitle').fill('Inner');
  await go(-5);
  await field('Title').waitFor({ state: 'detached' });
  expect([search(), prompts.length]).toEqual(['', 4]);
});

test('the inner one of two dialogs that open with the page is on top; when it closes, the outer one gets the focus', async () => {
  await page().goto(`${origin()}/web/test/asking?edit=one&more=yes`);
  await field('Subtitle').waitFor();
  await page().keyboard.type('Inner');
  expect(await field('Subtitle').inputValue()).toBe('Inner');
  page().on('dialog', (dialog) => void dialog.accept());
  await click('Less');
  await field('Subtitle').waitFor({ state: 'detached' });
  expect(await page().getByRole('dialog', { name: 'Editing' }).locator(':focus').count()).toBe(1);
});
