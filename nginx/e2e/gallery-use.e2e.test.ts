import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startGallery, type Gallery } from './gallery.ts';
import { dialogFindings, tabFindings } from './keyboard.ts';

let gallery: Gallery;
let page: Page;

beforeAll(async () => {
  gallery = await startGallery();
});

beforeEach(async () => {
  page = await gallery.open('/gallery', { viewport: { width: 320, height: 800 } });
});

afterAll(() => gallery?.stop());

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('Tab reaches all that can be used, in order, and shows where it is', async () => {
  expect(await tabFindings(page)).toEqual([]);
  expect(await tabFindings(await gallery.open('/'))).toEqual([]);
});

test.each(['Delete the project …', 'Rename the project …', 'Read the terms …'])(
  'the dialog behind “%s” opens by Enter, keeps the focus, closes by Esc and gives the focus back',
  async (name) => {
    expect(await dialogFindings(page, button(name))).toEqual([]);
  },
);

test('a dialog closes by its button, and by a press beside it unless something would be lost', async () => {
  const pressBeside = () => page.mouse.click(4, 4);
  await button('Delete the project …').click();
  const question = page.getByRole('dialog', { name: 'Delete this project?' });
  await question.waitFor();
  await button('Keep it').click();
  await question.waitFor({ state: 'hidden' });
  await button('Delete the project …').click();
  await question.waitFor();
  await pressBeside();
  await question.waitFor({ state: 'hidden' });
  await button('Rename the project …').click();
  await pressBeside();
  await page.getByRole('dialog', { name: 'Rename the project' }).getByLabel('Name of the project').fill('x');
  await button('Cancel').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a dialog begins at its first field, one that is longer than the screen at its top', async () => {
  await button('Rename the project …').click();
  const field = page.getByLabel('Name of the project');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await button('Cancel').click();
  await button('Read the terms …').click();
  const terms = page.getByRole('dialog', { name: 'Terms' });
  expect(await terms.evaluate((one) => [one.scrollTop, one.scrollHeight > one.clientHeight])).toEqual([
    0,
    true,
  ]);
});

test('a pending button says so, keeps the focus and ignores presses, also of Enter in its form', async () => {
  const pending = button('Saving …');
  await pending.focus();
  await page.keyboard.press('Enter');
  expect(await pending.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await pending.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByTestId('presses').textContent()).toBe('0');
  await page.getByLabel('Name of the changed note').press('Enter');
  expect(new URL(page.url()).search).toBe('');
  await button('Add a task').click();
  expect(await page.getByTestId('presses').textContent()).toBe('1');
});

test('every component has the role and the name that a reader announces', async () => {
  const named = [
    page.getByRole('heading', { level: 1, name: 'Gallery' }),
    page.getByRole('link', { name: 'Go to the specification' }),
    page.getByRole('textbox', { name: 'Reference', exact: true }),
    page.getByRole('textbox', { name: 'Description', exact: true }),
    page.getByRole('combobox', { name: 'Priority' }),
    page.getByRole('alert').filter({ hasText: 'The order was not placed' }),
    page.getByRole('status').filter({ hasText: 'Order placed' }),
    page.getByRole('status').filter({ hasText: 'Loading the picture …' }),
  ];
  expect(await Promise.all(named.map((one) => one.count()))).toEqual(named.map(() => 1));
});

test('a field is described by its hint and its fault, and a fault marks it', async () => {
  const email = page.getByRole('textbox', { name: 'Email' });
  const described = await email.evaluate((one) =>
    one
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toEqual(['Where the receipt goes', 'An email address has an @ in it.']);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('textbox', { name: 'City' }).getAttribute('aria-invalid')).toBe('false');
});

test('a table on a phone is still a table, and its labels are not read twice', async () => {
  const table = page.getByRole('table', { name: 'Orders of today' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Order',
    'Customer',
    'State',
    'Total, EUR',
  ]);
  expect(await table.getByRole('rowheader').count()).toBe(3);
  expect(await table.getByRole('cell').count()).toBe(9);
  expect(await table.getByRole('cell', { name: 'Ada Byron', exact: true }).count()).toBe(1);
  expect(
    await table
      .locator('tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('block');
});

test('a notice that comes later is in a region that was there before', async () => {
  const regions = page.getByRole('status');
  const before = await regions.count();
  await button('Have news').click();
  await regions.filter({ hasText: 'The news is here.' }).waitFor();
  expect(await regions.count()).toBe(before);
});

test('the browser’s own check keeps a form that lacks something, at the field that lacks it', async () => {
  await button('Add the note').click();
  const field = page.getByLabel('Name of the note');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await field.fill('Shopping');
  await field.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'There is a note of this name already.' }).waitFor();
});
