import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, documents, open, press, heading, hide } = onTestScreens();

const title = () => page().getByLabel('Title');
const deploy = (calls: string) =>
  page().route(`**/api/test/${calls}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } });
  });

test('after a response from another build, the next navigation reloads the page once', async () => {
  await deploy('*/*');
  await open('Reading');
  // Waits, so that an unwanted reload could happen.
  await page().waitForTimeout(500);
  expect(documents()).toBe(1);
  await press('Writing');
  await heading('Writing');
  expect(documents()).toBe(2);
  expect(new URL(page().url()).pathname).toBe('/web/test/writing');
  await press('Reading');
  await heading('Reading');
  await hide(true);
  await page().waitForTimeout(500);
  expect(documents()).toBe(2);
});

test('a missing chunk reloads the page, and the user is asked only once about unsaved input', async () => {
  const dialogs: string[] = [];
  page().on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void (dialog.type() === 'confirm' ? dialog.accept() : dialog.dismiss());
  });
  await open('Writing');
  const chunk = /assets\/reading-screen.*\.js/;
  await page().route(chunk, (route) => route.fulfill({ status: 404 }), { times: 1 });
  await page().route('**/web/', (route) => route.fulfill({ body: '<html data-build="another">' }));
  await title().pressSequentially('Half');
  await press('Reading');
  await heading('Reading');
  expect([documents(), dialogs]).toEqual([2, ['confirm']]);
});
