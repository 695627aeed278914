import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, documents, open, press, heading, hide } = onTestScreens();

const title = () => page().getByLabel('Title');
/** From now on, these calls are answered by another build than the page's. */
const deploy = (calls: string) =>
  page().route(`**/api/test/${calls}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } });
  });
/** Long enough for a reload that should not be. */
const settle = () => page().waitForTimeout(500);
test('a page that meets another build stays as it is, and reloads once with the next screen', async () => {
  await deploy('*/*');
  await open('Reading');
  await settle();
  expect(documents()).toBe(1);
  await press('Writing');
  await heading('Writing');
  expect(documents()).toBe(2);
  expect(new URL(page().url()).pathname).toBe('/web/test/writing');
  // The servers still are of another build than the page: it must not loop.
  await press('Reading');
  await heading('Reading');
  await press('Writing');
  await heading('Writing');
  await hide(true);
  await settle();
  expect(documents()).toBe(2);
});

test('a missing chunk reloads the page; a person who agreed to leave a form is asked once', async () => {
  const dialogs: string[] = [];
  page().on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void (dialog.type() === 'confirm' ? dialog.accept() : dialog.dismiss());
  });
  await open('Writing');
  const chunk = /assets\/reading-screen.*\.js/;
  await page().route(chunk, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await title().pressSequentially('Half');
  await press('Reading');
  await heading('Reading');
  expect([documents(), dialogs]).toEqual([2, ['confirm']]);
});
