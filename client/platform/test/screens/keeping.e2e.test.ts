import { chromium as engine, type Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CSRF_HEADER } from '@web/bff/platform/contract/csrf';
import { axeFindings } from '#platform/test/gallery/accessibility.ts';
import { onTestScreens } from './on-test-screens.ts';

const { page, origin, ask, hide } = onTestScreens({
  launch: () =>
    engine.launch({
      executablePath: '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

interface Parcel {
  readonly version: number;
  readonly title: string;
  readonly rows: readonly object[];
}
const stored = async (id: string) => (await ask(`parcels/${id}`)) as unknown as Parcel;
const title = (tab: Page) => tab.getByLabel('Title', { exact: true });
const note = (tab: Page) => tab.getByRole('textbox', { name: 'Note' });
const press = (tab: Page, name: string | RegExp) => tab.getByRole('button', { name, exact: true }).click();

async function show(tab: Page, id: string): Promise<void> {
  await tab.goto(`${origin()}/web/test/keeping/${id}`);
  // The late options.
  await tab.locator('option[value=one]').first().waitFor({ state: 'attached' });
}
async function save(tab: Page, id: string): Promise<Parcel> {
  const { version } = await stored(id);
  await press(tab, 'Save');
  await expect.poll(async () => (await stored(id)).version).toBe(version + 1);
  return stored(id);
}
/** Changes a parcel as another user. */
async function change(id: string, changes: object): Promise<void> {
  const { version, ...parcel } = await stored(id);
  const response = await fetch(`${origin()}/web/api/test/parcels/${id}?version=${version}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', [CSRF_HEADER]: 'web', origin: origin() },
    body: JSON.stringify({ ...parcel, ...changes }),
  });
  expect(response.status).toBe(200);
}

const refetch = async () => {
  await hide(true);
  await hide(false);
};

test.each<[when: string, happens: (id: string) => Promise<void>]>([
  ['only another field was edited', async () => {}],
  ['a row has moved', () => press(page(), 'Remove Row 1')],
  [
    'somebody else has saved, and the form was refetched',
    async (id) => {
      await change(id, { note: 'Theirs' });
      await refetch();
      await expect.poll(() => note(page()).inputValue()).toBe('Theirs');
    },
  ],
  [
    'the input was restored after a reload',
    async () => {
      page().on('dialog', (dialog) => void dialog.accept());
      await title(page()).fill('Typed');
      await page().getByLabel('Name').first().fill('Row 1');
      await page().reload();
      await page().getByText('Your input has been restored').waitFor();
      expect(await title(page()).inputValue()).toBe('Typed');
      await page().locator('option[value=one]').first().waitFor({ state: 'attached' });
    },
  ],
  [
    'the user has come back from another page',
    async () => {
      await page().evaluate(() => (document.body.dataset['kept'] = ''));
      await page().goto(`${origin()}/web/favicon.svg`);
      await page().evaluate(() => history.back());
      await page().locator('body[data-kept]').waitFor();
    },
  ],
])('a form changes nothing that nobody has touched, if %s', async (when, happens) => {
  const id = when.replaceAll(/\W+/g, '-');
  const before = await stored(id);
  await show(page(), id);
  await happens(id);
  await title(page()).fill('New');
  const after = await save(page(), id);
  const rows = when === 'a row has moved' ? before.rows.slice(1) : before.rows;
  const notes = when.startsWith('somebody') ? { note: 'Theirs' } : {};
  expect(after).toEqual({ ...before, ...notes, title: 'New', rows, version: after.version });
});

test('a value that is no option is shown with a mark, and the user can leave it', async () => {
  await show(page(), 'options');
  const shown = (label: string) =>
    page()
      .getByLabel(label, { exact: true })
      .first()
      .evaluate((select: HTMLSelectElement) => Array.from(select.selectedOptions, ({ text }) => text));
  expect(await shown('Color')).toEqual(['blue (no longer offered)']);
  expect(await shown('Colors')).toEqual(['Red', 'blue (no longer offered)']);
  expect(await shown('Late')).toEqual(['two']);
  expect(await shown('Level')).toEqual(['']);
  await page().getByLabel('Color', { exact: true }).first().selectOption('Green');
  await page().getByLabel('Level').first().selectOption('High');
  expect(await save(page(), 'options')).toMatchObject({
    color: 'green',
    level: 'high',
    colors: ['blue', 'red'],
  });
});

test('invisible characters at the ends of a pasted line are removed, and a required text of blanks is missing', async () => {
  await show(page(), 'pasted');
  await title(page()).fill('\u00a0New\u200b title \ufeff');
  expect(await save(page(), 'pasted')).toMatchObject({ title: 'New\u200b title' });
  await title(page()).fill(' \u00a0 ');
  await press(page(), 'Save');
  await page().getByText('Fill this in.').waitFor();
});

test('the name and the value of the clicked submit button are sent', async () => {
  await show(page(), 'buttons');
  await press(page(), 'Save as urgent');
  await page().getByText('Saved as urgent').waitFor();
  expect(await stored('buttons')).toMatchObject({ urgent: true });
  await title(page()).fill('New');
  expect(await save(page(), 'buttons')).not.toHaveProperty('urgent');
});

test('two windows: input for a field that another user has changed is offered next to the newer value', async () => {
  const other = await page().context().newPage();
  for (const tab of [page(), other]) await show(tab, 'windows');
  await title(page()).fill('My title');
  await note(page()).fill('My note');
  await note(other).fill('Their note');
  await save(other, 'windows');
  await press(page(), 'Save as urgent');
  await page().getByText('Somebody else has changed the parcel.').waitFor();
  const side = (text: string) => page().locator('.comparison-side', { hasText: text });
  expect(await side('Your input').innerText()).toContain('My note');
  expect(await side('Now stored').innerText()).toContain('Their note');
  expect([await title(page()).inputValue(), await note(page()).inputValue()]).toEqual([
    'My title',
    'My note',
  ]);
  expect((await axeFindings(page())).filter((finding) => !finding.includes('<a href'))).toEqual([]);
  // Text typed meanwhile is part of the input.
  await note(page()).fill('My longer note');
  await page().locator('.comparison-side', { hasText: 'My longer note' }).waitFor();
  await press(page(), 'Keep mine and send it');
  await expect
    .poll(async () => stored('windows'))
    .toMatchObject({ title: 'My title', note: 'My longer note', urgent: true, version: 3 });
  await page().locator('.comparison').waitFor({ state: 'detached' });
});

test('without the newer entity in the error, the form refetches it; the stored value can be chosen', async () => {
  await show(page(), 'bare');
  await note(page()).fill('My note');
  await change('bare', { note: 'Their note', title: 'Their title' });
  await press(page(), 'Save');
  await page().locator('.comparison').waitFor();
  expect(await title(page()).inputValue()).toBe('Their title');
  await press(page(), 'Use what is stored');
  expect(await note(page()).inputValue()).toBe('Their note');
  expect(await save(page(), 'bare')).toMatchObject({ note: 'Their note', title: 'Their title', version: 3 });
});

test('restored input for a field that another user has changed is offered; the form shows the newer value', async () => {
  page().on('dialog', (dialog) => void dialog.accept());
  await show(page(), 'restored');
  await title(page()).fill('My title');
  await note(page()).fill('My note');
  await press(page(), 'Remove Row 1');
  await change('restored', { note: 'Their note', rows: [] });
  await page().reload();
  await page().locator('.comparison').waitFor();
  expect([await title(page()).inputValue(), await note(page()).inputValue()]).toEqual([
    'My title',
    'Their note',
  ]);
  await page().reload();
  await page().locator('.comparison').waitFor();
  // What is offered stays when somebody else saves again.
  await change('restored', { line: 'c' });
  await refetch();
  await expect.poll(() => page().getByLabel('Line').first().inputValue()).toBe('c');
  // Nothing is sent before the user has chosen.
  const { version } = await stored('restored');
  await press(page(), 'Save');
  await expect.poll(() => page().locator('.comparison:focus').count()).toBe(1);
  expect((await stored('restored')).version).toBe(version);
  await press(page(), /^Use yours: Note/);
  expect(await note(page()).inputValue()).toBe('My note');
  await press(page(), /^Use yours: Rows/);
  const { rows, ...others } = await save(page(), 'restored');
  expect(others).toMatchObject({ title: 'My title', note: 'My note' });
  expect(rows).toMatchObject([{ id: '2', name: 'Row 2', line: 'a\nb' }]);
});

test('if both have entered the same, nothing is left to send', async () => {
  await show(page(), 'same');
  await note(page()).fill('Same');
  await change('same', { note: 'Same' });
  await press(page(), 'Save');
  await page().getByText('The same is stored already.').waitFor();
  await page().getByText('Somebody else has changed the parcel.').waitFor({ state: 'detached' });
});

test('a refetch leaves the field alone in which the user types', async () => {
  await show(page(), 'typing');
  await note(page()).fill('My no');
  await change('typing', { note: 'Their note', title: 'Their title' });
  await refetch();
  await page().locator('.comparison').waitFor();
  await page().keyboard.type('te');
  expect([await title(page()).inputValue(), await note(page()).inputValue()]).toEqual([
    'Their title',
    'My note',
  ]);
});
