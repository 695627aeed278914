import { expect, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

test('an error thrown while react-dom is evaluated is reported', async () => {
  const { page, open } = await productPage();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'AbortController', {
      get: () => {
        throw new Error('too early');
      },
    });
  });
  const reported = page.waitForRequest('**/client-reports');
  await open('/');
  expect((await reported).postDataJSON()).toMatchObject({ kind: 'error', message: 'too early', screen: '' });
});
