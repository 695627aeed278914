import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, open, press, heading, counted, hide } = onTestScreens();

/** Polling interval, far below the timeout of a call. */
const EVERY_MS = 2_000;
const pass = (ms: number) => page().clock.runFor(ms);
const changes = '**/api/test/changes';

/**
 * Opens the screen and stops the clock. Hides the tab for two intervals, then shows it, which polls for the first time and starts a new interval.
 * `shown` waits for the response of the given poll, which contains its number: the next poll is skipped while one is in progress.
 */
async function openPolling() {
  await page().clock.install();
  const reads = counted('GET', 'changes');
  await page().route(changes, (route) => route.fulfill({ json: { changes: reads() } }));
  await open('Polling');
  await page().clock.pauseAt(await page().evaluate(() => Date.now() + 1_000));
  await hide(true);
  await pass(2 * EVERY_MS);
  const before = reads();
  const shown = (poll: number) =>
    page()
      .getByText(`Changes: ${String(before + poll)}`)
      .waitFor();
  await shown(0);
  await hide(false);
  await shown(1);
  return { polls: () => reads() - before, shown };
}

test('a screen polls only while its tab is visible; a tab hidden for longer than the interval polls as soon as it is shown', async () => {
  const { polls, shown } = await openPolling();
  for (const poll of [2, 3]) {
    await pass(EVERY_MS);
    await shown(poll);
  }
  await hide(true);
  await pass(EVERY_MS / 2);
  await hide(false);
  await hide(true);
  expect(polls()).toBe(3);
  await pass(5 * EVERY_MS);
  expect(polls()).toBe(3);
  await hide(false);
  await shown(4);
  await pass(EVERY_MS - 1);
  expect(polls()).toBe(4);
  await pass(1);
  await shown(5);
  await page().clock.resume();
  await press('Reading');
  await heading('Reading');
  const left = polls();
  await pass(5 * EVERY_MS);
  expect([polls(), problems()]).toEqual([left, []]);
});

test('a screen’s polls never overlap, and announce nothing to screen readers', async () => {
  const { polls, shown } = await openPolling();
  await page().evaluate(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest('[aria-busy=true], [aria-live], [role=status], [role=alert], output');
        if (region) announced.push(region.outerHTML);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const released = Promise.withResolvers<void>();
  await page().route(changes, async (route) => {
    await released.promise;
    await route.fallback();
  });
  await pass(EVERY_MS);
  await expect.poll(polls).toBe(2);
  await pass(3 * EVERY_MS);
  expect(polls()).toBe(2);
  released.resolve();
  await shown(2);
  await pass(EVERY_MS);
  await shown(3);
  expect(await page().evaluate(() => (globalThis as unknown as { announced: string[] }).announced)).toEqual(
    [],
  );
});
