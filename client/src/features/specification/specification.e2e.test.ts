import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBff, type RunningBff } from '@web/bff/test/start-bff';
import { root } from '@web/bff/test/processes';
import { chromium } from '../../../test/browser/chromium.ts';
import { visit } from '../../../test/browser/visit.ts';

const POINTS = [
  'purpose',
  'screens',
  'entities',
  'states',
  'validation',
  'roles',
  'calls',
  'error',
  'constants',
];

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
  return { page, problems, status: page.getByTestId('bff-status') };
};

test('the home screen names the nine points, and shows the live state of the BFF', async () => {
  const { page, problems, status } = await open();
  await status.getByText('The BFF answers').waitFor();
  // The long list renders after the first content.
  await page
    .locator('.point')
    .nth(POINTS.length - 1)
    .waitFor();
  const text = ((await page.getByRole('main').textContent()) ?? '').toLowerCase();
  for (const point of POINTS) expect(text).toContain(point);
  expect(problems()).toEqual([]);
});

test('a browser without a network says so, and recovers by itself', async () => {
  const { page, status } = await open();
  await status.getByText('The BFF answers').waitFor();
  await page.context().setOffline(true);
  await status.getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await status.getByText('The BFF answers').waitFor();
});

test('18b the page says that the BFF is down, and recovers without a reload when it is back', async () => {
  const { page, status } = await open();
  await status.getByText('The BFF answers').waitFor();
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.route('**/api/status', (route) => route.abort('connectionrefused'));
  await status.getByText('The BFF does not answer').waitFor();
  await page.unroute('**/api/status');
  await status.getByText('The BFF answers').waitFor();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
});
