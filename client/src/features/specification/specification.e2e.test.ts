import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Status } from '@web/bff/contract/calls/status';
import { BASE_PATH } from '@web/bff/contract/constants';
import { example } from '@web/bff/platform/testing/example';
import { root } from '@web/bff/platform/testing/processes';
import { productPage } from '#platform/testing/product-page.ts';

const stubs = { 'GET /status': example(Status) };

test('the home screen lists the nine points of the specification with their files, counts the statements that are filled in, and shows that the BFF responds', async () => {
  const { page, problems, open } = await productPage(stubs);
  await open('/');
  await page.getByText('The BFF responds').waitFor();
  const point = page.getByRole('listitem');
  expect(await point.count()).toBe(9);
  for (const index of [1, 8])
    expect(await point.nth(index).getByRole('definition').locator('code').allTextContents()).toEqual([
      BASE_PATH,
    ]);
  const homes = await point.locator('dl + code').allTextContents();
  expect(homes.map((home) => [home, existsSync(join(root, home))])).toEqual(
    homes.map((home) => [home, true]),
  );
  expect(homes.length).toBe(9);
  const values = await page.getByRole('definition').allTextContents();
  const established = values.filter((value) => value !== 'Not established');
  expect(established.length).toBeGreaterThanOrEqual(2);
  await page.getByText(`${established.length} of ${values.length} statements are established`).waitFor();
  expect(problems()).toEqual([]);
});

test('the home screen says that the BFF does not respond, and recovers without a reload', async () => {
  const { page, open } = await productPage(stubs);
  await open('/');
  await page.getByText('The BFF responds').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.route('**/api/status', (route) => route.abort('connectionrefused'));
  await page.getByText('The BFF does not respond').waitFor();
  await page.unroute('**/api/status');
  await page.getByText('The BFF responds').waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});
