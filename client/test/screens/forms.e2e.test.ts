import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, ask, open, press, heading, announced, counted } = onTestScreens();

const title = () => page().getByLabel('Title');
const copies = () => page().getByLabel('Copies');
const send = () => page().getByRole('button', { name: 'Send' });
/** What a screen reader tells of a field. */
const stateOf = (field: Locator) =>
  field.evaluate((element) => ({
    hasFocus: element === document.activeElement,
    isInvalid: element.getAttribute('aria-invalid') === 'true',
    description: (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(''),
  }));
const fine = { hasFocus: false, isInvalid: false, description: '' };

test('invalid fields are marked, the first takes the focus, and nothing is sent', async () => {
  await open('Writing');
  const sent = counted('POST', 'titles');
  await send().click();
  const missing = { isInvalid: true, description: 'Please fill this in.' };
  await expect.poll(() => stateOf(title())).toEqual({ ...missing, hasFocus: true });
  expect(await stateOf(copies())).toEqual({ ...missing, hasFocus: false });

  await title().fill('A title');
  await copies().fill('none');
  await title().press('Enter');
  await expect
    .poll(() => stateOf(copies()))
    .toEqual({ isInvalid: true, description: 'A whole number.', hasFocus: true });
  expect(await stateOf(title())).toEqual(fine);
  expect(sent()).toBe(0);

  await copies().fill('3');
  await copies().press('Enter');
  await expect.poll(() => title().inputValue()).toBe('');
  expect((await ask('titles')).titles).toContain('A title');
  expect([sent(), await stateOf(copies())]).toEqual([1, { ...fine, hasFocus: true }]);
  expect(problems()).toEqual([]);
});

test('an error of the BFF appears at its field, is announced, and keeps the input', async () => {
  await open('Writing');
  await title().fill('Taken');
  await copies().fill('1');
  await send().click();
  await expect
    .poll(() => stateOf(title()))
    .toEqual({ isInvalid: true, description: 'This title is taken.', hasFocus: true });
  expect(await announced()).toBe('Something in the request is not valid.');
  expect(await stateOf(copies())).toEqual(fine);
  expect([await title().inputValue(), await copies().inputValue()]).toEqual(['Taken', '1']);
});

test('where the check cannot be loaded, the BFF checks, and the input is kept', async () => {
  await page().route('**/check-body-*', (route) => route.abort());
  await open('Writing');
  const sent = counted('POST', 'titles');
  await title().fill('A title that is much too long');
  await copies().fill('1');
  await send().click();
  await expect.poll(async () => (await stateOf(title())).isInvalid).toBe(true);
  expect([sent(), await title().inputValue()]).toEqual([1, 'A title that is much too long']);
});

test('a double click sends once', async () => {
  await page().route('**/api/test/titles', async (route) => {
    await page().waitForTimeout(300);
    await route.continue();
  });
  await open('Writing');
  const sent = counted('POST', 'titles');
  await title().fill('Pressed twice');
  await copies().fill('1');
  await send().dblclick();
  await title().press('Enter');
  await expect.poll(() => title().inputValue()).toBe('');
  const { titles } = (await ask('titles')) as { titles: string[] };
  expect([sent(), titles.filter((one) => one === 'Pressed twice').length]).toEqual([1, 1]);
});

test('leaving a half-filled form asks first, within the page too; leaving a sent form does not', async () => {
  await open('Writing');
  const requested: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page().on('dialog', (dialog) => {
    requested.push(dialog.type());
    void dialog[answer]();
  });
  await title().pressSequentially('Half');
  await page().evaluate(() => location.reload());
  await expect.poll(() => requested).toEqual(['beforeunload']);
  await press('Reading');
  await expect.poll(() => requested).toEqual(['beforeunload', 'confirm']);
  expect(await title().inputValue()).toBe('Half');

  await copies().fill('1');
  await send().click();
  await expect.poll(() => title().inputValue()).toBe('');
  await press('Reading');
  await heading('Reading');
  expect(requested.length).toBe(2);

  await press('Writing');
  await title().fill('Given up');
  await page().goBack();
  await expect.poll(() => requested.length).toBe(3);
  expect([await title().inputValue(), new URL(page().url()).pathname]).toEqual([
    'Given up',
    '/web/test/writing',
  ]);
  answer = 'accept';
  await press('Reading');
  await heading('Reading');
  expect(requested.length).toBe(4);
});
