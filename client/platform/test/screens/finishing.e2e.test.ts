import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, goto, heading, press, counted, hide } = onTestScreens();

const EVERY_MS = 2_000;
const pass = (ms: number) => page().clock.runFor(ms);
const shows = (text: string) => page().getByTestId('poll').getByText(text, { exact: true }).waitFor();

/** Opens the screen with a stopped clock. The responses are numbers of changes, or statuses from 400. */
async function openFinishing(...results: number[]) {
  await page().clock.install();
  await page().route('**/api/test/changes', async (route) => {
    const result = results.shift() ?? 0;
    const problem = { status: result, json: { code: 'x', status: result, title: 'x', detail: 'x' } };
    if (result < 400) await route.fulfill({ json: { changes: result } });
    else await route.fulfill({ ...problem, contentType: 'application/problem+json' });
  });
  const reads = counted('GET', 'changes');
  await goto('Finishing');
  await heading('Finishing');
  await page().clock.pauseAt(await page().evaluate(() => Date.now() + 1_000));
  return reads;
}

test('usePollUntil reads until the condition holds, through temporary failures, and the end is announced once', async () => {
  const reads = await openFinishing(1, 503, 401, 429, 3, 1);
  await shows('polling, 1');
  for (const shown of [1, 2, 3].map(() => 'polling, 1, with a problem')) {
    await pass(EVERY_MS);
    await shows(shown);
  }
  const status = page().getByRole('status').filter({ hasText: 'All changes are made.' });
  expect(await status.count()).toBe(0);
  await pass(EVERY_MS);
  await shows('done, 3');
  expect(await status.count()).toBe(1);
  await pass(5 * EVERY_MS);
  expect(reads()).toBe(5);
});

test('usePollUntil ends when a read fails for good', async () => {
  const reads = await openFinishing(1, 404);
  await shows('polling, 1');
  await pass(EVERY_MS);
  await shows('failed, 1, with a problem');
  await pass(5 * EVERY_MS);
  expect(reads()).toBe(2);
});

test('usePollUntil pauses while the tab is hidden, and ends when the screen is left', async () => {
  const reads = await openFinishing(1, 1, 1);
  await shows('polling, 1');
  await hide(true);
  await pass(5 * EVERY_MS);
  expect(reads()).toBe(1);
  await hide(false);
  await expect.poll(reads).toBe(2);
  await page().waitForLoadState('networkidle');
  await page().clock.resume();
  await press('Waiting');
  await page().getByText('Loading').waitFor();
  await page().clock.pauseAt(await page().evaluate(() => Date.now() + 1_000));
  const left = reads();
  await pass(5 * EVERY_MS);
  expect(reads()).toBe(left);
});

test('a notice of a navigation is announced on the next screen, and not again after Back and Forward or a reload', async () => {
  await goto('Finishing');
  await page().evaluate(() => {
    const announced: (string | null)[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        if (target instanceof Element && target.matches('[role=status]'))
          for (const node of addedNodes) announced.push(node.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
  await page().getByRole('button', { name: 'Go' }).click();
  const notice = page().getByText('It is gone.');
  await notice.waitFor();
  await heading('Finding');
  // Text that is in a live region when the region is inserted is not announced.
  expect(await page().evaluate(() => (globalThis as { announced?: string[] }).announced)).toEqual([
    'It is gone.',
  ]);
  await page().goBack();
  await heading('Finishing');
  expect(await notice.count()).toBe(0);
  await page().goForward();
  await heading('Finding');
  expect(await notice.count()).toBe(0);
  await page().reload();
  await heading('Finding');
  expect(await notice.count()).toBe(0);
  expect(problems()).toEqual([]);
});
