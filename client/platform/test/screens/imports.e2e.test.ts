import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, open } = onTestScreens();

const good = { title: 'A', contact: { name: 'N', phone: 'P' }, rooms: [] };
const fileOf = (rows: readonly object[]) => ({
  name: 'rows.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n')),
});
const chooseRows = (label: string, ...rows: readonly object[]) =>
  page().getByLabel(label).setInputFiles(fileOf(rows));
const submit = () => page().getByRole('button', { name: 'Import' }).click();
const summary = () => page().getByRole('region', { name: /^Rows with errors/ });
const table = () => page().getByRole('table', { name: 'Errors by row' });
const textsOf = (locator: Locator) => locator.allTextContents();
const isFocused = (locator: Locator) => page().locator(':focus').and(locator).waitFor();

test('the rows of a failed import are listed by number and column, with the summary focused and linked to each row', async () => {
  await open('Importing');
  await chooseRows('All or none', good, { ...good, title: '' }, good, { ...good, contact: { name: 'N' } });
  await isFocused(summary());
  expect(await textsOf(summary().locator('p'))).toEqual(['Rows with errors: 2']);
  expect(await textsOf(table().getByRole('columnheader'))).toEqual(['Row', 'What is wrong']);
  expect(await textsOf(table().getByRole('rowheader'))).toEqual(['Row 2', 'Row 4']);
  expect(await textsOf(table().getByRole('cell'))).toEqual([
    'title: Fill this in.',
    'contact, phone: Fill this in.',
  ]);
  await page().getByRole('link', { name: 'Row 4' }).press('Enter');
  await isFocused(table().getByText('Row 4'));
  // A later render leaves the focus where it is.
  await page().getByRole('button', { name: 'Pressed 0' }).click();
  await isFocused(page().getByRole('button', { name: 'Pressed 1' }));
  await chooseRows('All or none', good);
  await table().waitFor({ state: 'detached' });
});

test('an import of valid rows only lists the others, with the columns’ names and links of the product', async () => {
  await open('Importing');
  const nested = { title: '', contact: { name: '', phone: '' }, rooms: [{}, {}, {}, {}, {}] };
  await chooseRows('CSV', good, nested, {});
  await page().getByLabel('Only valid rows').check();
  await submit();
  await page().getByText('Imported: 1').waitFor();
  await isFocused(summary());
  const errors = await textsOf(table().getByRole('cell').first().locator('.failed-row-error'));
  expect(errors).toHaveLength(8);
  expect(errors).toContain('Title: Fill this in.');
  expect(errors).toContain('Contact, Phone: Fill this in.');
  expect(errors).toContain('Rooms, 5, Beds: Fill this in.');
  expect(await textsOf(table().getByRole('link'))).toEqual(['Row 2']);
  await table().getByRole('link').click();
  await page().getByRole('heading', { level: 1, name: 'Reading' }).waitFor();
  expect(problems()).toEqual([]);
});

test('errors of rows appear in a form below their file, which has the focus, and disappear with the next choice', async () => {
  await open('Importing');
  await chooseRows('CSV', {}, good, { ...good, title: '' });
  await submit();
  const file = page().getByLabel('CSV');
  await isFocused(file);
  await table().waitFor();
  expect(await textsOf(page().locator('.field-error'))).toEqual(['Some rows are invalid.']);
  expect(await textsOf(table().getByRole('rowheader'))).toEqual(['Row 1', 'Row 3']);
  expect(await textsOf(table().locator('.failed-row-error'))).toEqual([
    ...['Title', 'Contact', 'Rooms'].map((column) => `${column}: Fill this in.`),
    'Title: Fill this in.',
  ]);
  // The form has one summary, that of the rows.
  expect(await page().locator('.error-summary').count()).toBe(1);
  await chooseRows('CSV', good);
  await table().waitFor({ state: 'detached' });
  await submit();
  await page().getByText('Imported: 1').waitFor();
});

test('5,000 failed rows are shown as the first 20, with the number of the others', async () => {
  await open('Importing');
  await chooseRows('CSV', ...Array.from({ length: 5_000 }, () => ({ ...good, title: '' })));
  await submit();
  await page().getByText('Rows with errors: 5,000').waitFor();
  expect(await table().getByRole('rowheader').count()).toBe(20);
  expect((await textsOf(summary().getByRole('listitem'))).at(-1)).toBe('and 4,980 more');
});
