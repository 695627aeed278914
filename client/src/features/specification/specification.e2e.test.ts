import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { root } from '@web/bff/test/processes';
import { chromium } from '../../../test/browser/chromium.ts';
import { visit } from '../../../test/browser/visit.ts';

let browser: Browser;
let bff: RunningBff;

beforeAll(async () => {
  browser = await chromium();
  bff = await startBff({}, `${root}/bff/dist/main.js`);
});

afterAll(async () => {
  await browser?.close();
  await bff?.stop();
});

const open = async () => {
  const { page, problems } = await visit(browser, `http://127.0.0.1:${bff.port}`);
  await page.goto(`http://127.0.0.1:${bff.port}/web/`);
  await page.getByText('The BFF answers').waitFor();
  return { page, problems };
};

test('the home screen names the nine points and the file of each, and says that the BFF answers', async () => {
  const { page, problems } = await open();
  const point = page.getByRole('listitem');
  expect(await point.count()).toBe(9);
  for (const home of await point.locator('code').allTextContents())
    expect([home, existsSync(join(root, home))]).toEqual([home, true]);
  expect(problems()).toEqual([]);
});

test('it says that the BFF does not answer, and recovers without a reload when it does', async () => {
  const { page } = await open();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.route('**/api/status', (route) => route.abort('connectionrefused'));
  await page.getByText('The BFF does not answer').waitFor();
  await page.unroute('**/api/status');
  await page.getByText('The BFF answers').waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});
