import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, goto, heading } = onTestScreens();

const address = () => new URL(page().url()).search;
const link = (name: string) => page().getByRole('link', { name, exact: true });
const box = (name: string) => page().getByRole('checkbox', { name, exact: true });
const order = (name: string) => page().getByRole('columnheader', { name }).getAttribute('aria-sort');

async function openTabling(search = '') {
  await goto(`tabling${search}`);
  await heading('Tabling');
}

test('useSort sorts by a column, then in the other direction, keeps the search, and begins at the first page', async () => {
  await openTabling('?q=a%26b&page=3&cursor=1');
  expect([await order('Name'), await order('Size')]).toEqual(['ascending', 'none']);
  await link('Size').click();
  await expect.poll(address).toBe('?q=a%26b&sort=size');
  await expect.poll(async () => [await order('Name'), await order('Size')]).toEqual(['none', 'ascending']);
  await link('Size').click();
  await expect.poll(address).toBe('?q=a%26b&sort=-size');
  await expect.poll(() => order('Size')).toBe('descending');
  // The default is left out of the address.
  await link('Name').click();
  await expect.poll(address).toBe('?q=a%26b');
  await openTabling('?sort=newest');
  expect([await order('Name'), await order('Size')]).toEqual(['none', 'none']);
  expect(problems()).toEqual([]);
});

test('selected rows stay selected on other pages, and the bar announces their number until the selection is cleared', async () => {
  await openTabling();
  const status = page().getByRole('status').filter({ hasText: 'selected' });
  const visit = page().getByRole('button', { name: 'Visit' });
  const all = box('Select all on this page');
  const isMixed = () => all.evaluate((element) => (element as HTMLInputElement).indeterminate);
  expect(await visit.count()).toBe(0);
  await box('Select Titan').check();
  await status.getByText('1 selected').waitFor();
  expect([await all.isChecked(), await isMixed()]).toEqual([false, true]);
  await all.check();
  await status.getByText('2 selected').waitFor();
  expect([await box('Select Io').isChecked(), await isMixed()]).toEqual([true, false]);
  await link('Next').click();
  await box('Select Rhea').check();
  await status.getByText('3 selected').waitFor();
  await all.uncheck();
  await status.getByText('2 selected').waitFor();
  await visit.click();
  await page().getByText('Visited Titan, Io').waitFor();
  expect([await status.count(), await visit.count()]).toEqual([0, 0]);
  await link('Page 1').click();
  await box('Select Io').check();
  await page().getByRole('button', { name: 'Clear selection' }).click();
  expect(await box('Select Io').isChecked()).toBe(false);
});

test('CursorPagination links to the next page and, from there, to the first', async () => {
  await openTabling('?q=x');
  expect(await link('Page 1').count()).toBe(0);
  await link('Next').click();
  await expect.poll(address).toBe('?cursor=1&q=x');
  await expect.poll(() => link('Next').count()).toBe(0);
  await link('Page 1').click();
  await expect.poll(address).toBe('?q=x');
});
