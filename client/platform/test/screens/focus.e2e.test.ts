import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, open, press, heading, deferredHasRun } = onTestScreens();

const click = (...names: string[]) =>
  names.reduce(
    (before, name) => before.then(() => page().getByRole('button', { name, exact: true }).press('Enter')),
    Promise.resolve(),
  );
const focused = () =>
  page().evaluate(
    () => `${document.activeElement?.tagName} ${document.activeElement?.textContent?.slice(0, 6)}`,
  );
const openRemoving = async () => {
  await open('Removing');
  await deferredHasRun();
};

test('the removal of a focused element moves the focus, even if the element got the focus before `rescue-focus.ts` was loaded', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page().route('**/deferred-*.js', (route) => isReleased.then(() => route.continue()));
  await open('Removing');
  await page().getByRole('button', { name: 'Remove a', exact: true }).focus();
  release();
  await deferredHasRun();
  await page().keyboard.press('Enter');
  await expect.poll(focused).toBe('TR bRemov');
});

test.each([
  ['the next row of a table', ['Remove a'], 'TR bRemov'],
  ['the last row of a table', ['Remove c'], 'TR bRemov'],
  ['the heading if no row is left', ['Remove a', 'Remove b', 'Remove c'], 'H1 Removi'],
  ['the next row of a list', ['Remove item b'], 'LI Item c'],
  ['the last row of a list', ['Remove item c'], 'LI Item b'],
  [
    'the next row if a dialog within the removed row confirms the removal',
    ['Ask about a', 'Confirm a'],
    'TR bRemov',
  ],
  [
    'the next row if a dialog outside of the removed row confirms the removal',
    ['Ask below about a', 'Confirm below', 'Close'],
    'TR bRemov',
  ],
  [
    'the next row of a dialog if a dialog in it confirms the removal',
    ['List', 'Ask above about a', 'Confirm above', 'Close'],
    'LI Entry ',
  ],
  ['the button that opened the dialog', ['Ask about a', 'Close'], 'BUTTON Ask ab'],
  ['the button in a dialog', ['List', 'Ask above about a', 'Close'], 'BUTTON Ask ab'],
  ['the button before two dialogs', ['List', 'Ask above about a', 'Close', 'Close the list'], 'BUTTON List'],
])('a removal or a closed dialog moves the focus to %s', async (_, buttons, expected) => {
  await openRemoving();
  await click(...buttons);
  await expect.poll(focused).toBe(expected);
});

test('removing an element that is not focused does not move the focus', async () => {
  await openRemoving();
  await click('Remove a later');
  await page().getByRole('button', { name: 'Remove a', exact: true }).waitFor({ state: 'detached' });
  expect(await focused()).toBe('BUTTON Remove');
  await openRemoving();
  await click('Remove a later');
  await page().getByRole('button', { name: 'Remove a', exact: true }).focus();
  await page().mouse.click(2, 400);
  await page().getByRole('button', { name: 'Remove a', exact: true }).waitFor({ state: 'detached' });
  expect(await focused()).toMatch(/^(BODY|MAIN)/);
});

test('a navigation moves the focus to the heading of the next screen, and to no other element', async () => {
  await openRemoving();
  await page().evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    document.addEventListener('focusin', ({ target }) => seen.push((target as Element).tagName));
  });
  await press('Reading');
  await heading('Reading');
  await expect.poll(focused).toBe('H1 Readin');
  expect(await page().evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([
    'A',
    'H1',
  ]);
});
