import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Status } from '@web/bff/contract/calls/status';
import { example } from '@web/bff/test/example';
import { root } from '@web/bff/test/processes';
import { productPage } from '#test/product-page.ts';

const stubs = { 'GET /status': example(Status) };

test('the home screen names the nine points and the file of each, and says that the BFF answers', async () => {
  const { page, problems, open } = await productPage(stubs);
  await open('/');
  await page.getByText('The BFF answers').waitFor();
  const point = page.getByRole('listitem');
  expect(await point.count()).toBe(9);
  for (const home of await point.locator('code').allTextContents())
    expect([home, existsSync(join(root, home))]).toEqual([home, true]);
  expect(problems()).toEqual([]);
});

test('it says that the BFF does not answer, and recovers without a reload when it does', async () => {
  const { page, open } = await productPage(stubs);
  await open('/');
  await page.getByText('The BFF answers').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.route('**/api/status', (route) => route.abort('connectionrefused'));
  await page.getByText('The BFF does not answer').waitFor();
  await page.unroute('**/api/status');
  await page.getByText('The BFF answers').waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});
