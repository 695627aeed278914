import { expect, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

test('the export is polled to its end, and then offers the file', async () => {
  let asked = 0;
  const { page, open } = await productPage({
    role: 'reader',
    'GET /exports/:exportId': () => ({
      id: '7',
      state: (asked += 1) < 3 ? 'running' : 'finished',
      done: asked,
      total: 3,
    }),
  });
  await open('/exports/7');
  await page.getByText('The notes are being written').waitFor();
  await page.getByText('The file is ready.').waitFor();
  expect(await page.getByRole('link', { name: 'Save the file' }).getAttribute('href')).toMatch(/7\/file$/);
  expect(asked).toBe(3);
});

test('an export that no longer exists says what to do', async () => {
  const { page, open } = await productPage({
    role: 'reader',
    'GET /exports/:exportId': ({ fail }) => fail('not-found'),
  });
  await open('/exports/7');
  await page.getByText('There is no such export any more.').waitFor();
});
