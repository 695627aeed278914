import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, origin, press, heading } = onTestScreens();

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
