import { expect, test } from 'vitest';
import { productPage } from '#platform/testing/product-page.ts';

test('an error thrown before the router is created is reported', async () => {
  const { page, open } = await productPage();
  await page.addInitScript(() => {
    globalThis.AbortController = new Proxy(AbortController, {
      construct: () => {
        throw new Error('too early');
      },
    });
  });
  const reported = page.waitForRequest('**/client-reports');
  await open('/');
  expect((await reported).postDataJSON()).toMatchObject({ kind: 'error', message: 'too early', screen: '' });
});
