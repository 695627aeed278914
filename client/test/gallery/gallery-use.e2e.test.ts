import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startGallery, type Gallery } from './start-gallery.ts';
import { tabFindings } from './keyboard.ts';

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

test('Tab reaches every control in order, and the focus is visible', async () => {
  expect(await tabFindings(page)).toEqual([]);
  expect(await tabFindings(await gallery.open('/'))).toEqual([]);
});

test('a dialog opens by Enter, is modal, so that the browser keeps the focus in it, closes by Esc and gives the focus back', async () => {
  const opener = button('Delete the planet …');
  await opener.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this planet?' });
  expect(await question.evaluate((one) => one.matches(':modal:focus-within'))).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);
});

test('a dialog closes by its button, and by a click outside it unless input would be lost', async () => {
  const pressBeside = () => page.mouse.click(4, 4);
  await button('Delete the planet …').click();
  const question = page.getByRole('dialog', { name: 'Delete this planet?' });
  await question.waitFor();
  await button('Keep it').click();
  await question.waitFor({ state: 'hidden' });
  await button('Delete the planet …').click();
  await question.waitFor();
  await pressBeside();
  await question.waitFor({ state: 'hidden' });
  await button('Rename the planet …').click();
  await pressBeside();
  await page.getByRole('dialog', { name: 'Rename the planet' }).getByLabel('Name of the planet').fill('x');
  await button('Cancel').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a dialog puts the focus on its first field; a dialog longer than the screen starts at its top', async () => {
  await button('Rename the planet …').click();
  const field = page.getByLabel('Name of the planet');
  expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
  await button('Cancel').click();
  await button('Read the terms …').click();
  const terms = page.getByRole('dialog', { name: 'Terms' });
  expect(await terms.evaluate((one) => [one.scrollTop, one.scrollHeight > one.clientHeight])).toEqual([
    0,
    true,
  ]);
});

test('a pending button says so, keeps the focus, and ignores clicks and Enter in its form', async () => {
  const pending = button('Saving …');
  await pending.focus();
  await page.keyboard.press('Enter');
  expect(await pending.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await pending.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByTestId('presses').textContent()).toBe('0');
  await page.getByLabel('Changed name').press('Enter');
  expect(new URL(page.url()).search).toBe('');
  await button('Press me').click();
  expect(await page.getByTestId('presses').textContent()).toBe('1');
});

test('a field is described by its hint and its error, and an error marks it as invalid', async () => {
  const email = page.getByRole('textbox', { name: 'Email' });
  const described = await email.evaluate((one) =>
    one
      .getAttribute('aria-describedby')
      ?.split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(described).toEqual(['We write to nobody', 'An email address has an @ in it.']);
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('textbox', { name: 'City' }).getAttribute('aria-invalid')).toBe('false');
});

test('a table on a phone is still a table, and its labels are read once', async () => {
  const table = page.getByRole('table', { name: 'Some planets' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual([
    'Planet',
    'Named after',
    'Kind',
    'Diameter, km',
  ]);
  expect(await table.getByRole('rowheader').count()).toBe(3);
  expect(await table.getByRole('cell').count()).toBe(9);
  expect(await table.getByRole('cell', { name: 'The goddess of love', exact: true }).count()).toBe(1);
  expect(
    await table
      .locator('tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('block');
});

test('a notice that appears later is in a live region that was there before', async () => {
  const regions = page.getByRole('status');
  const before = await regions.count();
  await button('Have news').click();
  await regions.filter({ hasText: 'The news is here.' }).waitFor();
  expect(await regions.count()).toBe(before);
});
