import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, open, press, heading, counted } = onTestScreens();

const title = () => page().getByLabel('Title');
const copies = () => page().getByLabel('Copies');
const send = () => page().getByRole('button', { name: 'Send' });
test('where the check cannot be loaded, the BFF checks, and the input is kept', async () => {
  await page().route('**/check-body-*', (route) => route.abort());
  await open('Writing');
  const sent = counted('POST', 'titles');
  await title().fill('A title that is much too long');
  await copies().fill('1');
  await send().click();
  await expect.poll(() => title().getAttribute('aria-invalid')).toBe('true');
  expect([sent(), await title().inputValue()]).toEqual([1, 'A title that is much too long']);
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
