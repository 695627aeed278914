import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, open, counted } = onTestScreens();

const echo = '**/api/test/echo/*';
const name = () => page().getByLabel('Name');
const shows = (text: string) => page().getByTestId('found').getByText(text, { exact: true }).waitFor();

/** Opens the screen and stops the clock, on which the delay depends. */
async function openFinding() {
  await page().clock.install();
  await open('Finding');
  await page().clock.pauseAt(await page().evaluate(() => Date.now() + 1_000));
  return { pass: (ms: number) => page().clock.runFor(ms), reads: counted('GET', 'echo') };
}

test('useRead reads once the user has stopped typing for delayMs, keeps the last value while the next one loads, and reads nothing for null', async () => {
  const { pass, reads } = await openFinding();
  await shows('nothing');
  await name().pressSequentially('abc');
  await shows('pending');
  await pass(399);
  expect(reads()).toBe(0);
  await pass(1);
  await shows('abc');
  expect(reads()).toBe(1);
  await name().pressSequentially('d');
  await shows('pending, abc');
  await pass(400);
  await shows('abcd');
  await name().fill('');
  await shows('nothing');
  await pass(400);
  await name().fill('x');
  await shows('pending');
  await pass(400);
  await shows('x');
  expect([reads(), problems()]).toEqual([3, []]);
});

test('useRead cancels the older read, so that its late response does not replace the newest', async () => {
  const { pass } = await openFinding();
  const held: Route[] = [];
  await page().route(echo, (route) => void held.push(route), { times: 1 });
  await name().fill('old');
  const cancelled = page().waitForEvent('requestfailed');
  await pass(400);
  await expect.poll(() => held.length).toBe(1);
  await name().fill('new');
  expect((await cancelled).url()).toMatch(/\/old$/);
  await pass(400);
  await shows('new');
});

test('useRead shows the problem of a failed read next to the last value, and a new read after it', async () => {
  const { pass } = await openFinding();
  await name().fill('one');
  await pass(400);
  await shows('one');
  await page().route(echo, (route) => route.abort(), { times: 1 });
  await name().fill('two');
  await pass(400);
  await shows('one, No connection');
  await name().fill('three');
  await shows('pending, one, No connection');
  await pass(400);
  await shows('three');
});
