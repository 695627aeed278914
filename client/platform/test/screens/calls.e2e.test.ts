import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, call, ask, goto, open, press, heading, announced, counted, hide } = onTestScreens();

test('a click on a link changes the address at once, and shows the placeholder', async () => {
  await open('Reading');
  await page().getByText('Read: ä/😀', { exact: true }).waitFor();
  await press('Waiting');
  await page().getByRole('status').getByText('Loading').waitFor();
  expect(new URL(page().url()).pathname).toBe('/web/test/waiting');
  expect(await page().title()).toMatch(/^Waiting · /);
  expect(await page().getByRole('heading', { level: 1 }).count()).toBe(0);
});

test('leaving a screen cancels its read, also in the BFF', async () => {
  const { left } = (await ask('left')) as { left: number };
  await open('Reading');
  const sent = page().waitForRequest(/left-alone/);
  const cancelled = page().waitForEvent('requestfailed');
  await press('Waiting');
  const request = await sent;
  await page().waitForTimeout(200);
  expect((await ask('left')).left).toBe(left);
  await page().goBack();
  await heading('Reading');
  expect(await cancelled).toBe(request);
  await expect.poll(async () => (await ask('left')).left).toBe(left + 1);
  expect([await announced(), problems()]).toEqual(['', []]);
});

test('a failed read shows the error screen, and a retry shows the screen', async () => {
  await page().route(
    '**/api/test/echo/*',
    async (route) => route.fulfill({ response: await route.fetch({ url: call('fail/unavailable') }) }),
    { times: 1 },
  );
  await goto('Reading');
  const alert = page().getByRole('alert');
  await alert.waitFor();
  expect(await page().getByText('Read:').count()).toBe(0);
  await alert.getByRole('button', { name: /again/i }).click();
  await page().getByText('Read: ä/😀').waitFor();
  expect(await alert.count()).toBe(0);
  expect(await page().locator(':focus').textContent()).toBe('Reading');
});

/** Hides and shows the tab repeatedly until the screen shows a text. The screen refetches at most every 1.5 s. */
const returnUntil = async (text: string) =>
  await expect
    .poll(async () => {
      await hide(true);
      await hide(false);
      return page().getByText(text).count();
    })
    .toBe(1);
const OUT_OF_DATE = 'What you see may be out of date.';

test('a failed refetch keeps the screen and shows a notice; a failed navigation shows an error, and is retried automatically', async () => {
  await open('Reading');
  await page().route('**/api/test/echo/*', (route) => route.abort('connectionfailed'));
  await returnUntil(`No connection. Please try again. ${OUT_OF_DATE}`);
  expect(await page().getByText('Read: ä/😀').count()).toBe(1);
  await press('Writing');
  await heading('Writing');
  await press('Reading');
  await page().getByRole('heading', { name: 'No connection' }).waitFor();
  await page().unroute('**/api/test/echo/*');
  await page().getByText('Read: ä/😀').waitFor();
  expect(await page().getByText(OUT_OF_DATE).count()).toBe(0);
});

test.each([
  ['internal', 'Something went wrong on our side.'],
  ['too-many-requests', 'Please wait a moment and try again.'],
])('a refetch that fails with %s keeps the screen, and can be retried', async (code, detail) => {
  await open('Reading');
  await page().route('**/api/test/echo/*', async (route) =>
    route.fulfill({ response: await route.fetch({ url: call(`fail/${code}`) }) }),
  );
  await returnUntil(`${detail} ${OUT_OF_DATE}`);
  // Waits for a refetch in flight, whose success would remove the button.
  await page().unrouteAll({ behavior: 'wait' });
  await page().getByRole('button', { name: 'Try again' }).click();
  await page().getByText(OUT_OF_DATE).waitFor({ state: 'detached' });
  expect(await page().getByText('Read: ä/😀').count()).toBe(1);
});

test('a refetch that returns 404 shows the not-found screen', async () => {
  await open('Reading');
  await page().route('**/api/test/echo/*', async (route) =>
    route.fulfill({ response: await route.fetch({ url: call('fail/not-found') }) }),
  );
  await returnUntil('There is nothing at this address');
});

test('a failed call shows the screen’s `ErrorView`, with a retry', async () => {
  await page().route(
    '**/api/test/echo/*',
    async (route) => route.fulfill({ response: await route.fetch({ url: call('fail/not-found') }) }),
    { times: 1 },
  );
  await goto('echoing/me');
  await heading('No echo of me: not-found');
  expect(await page().title()).toMatch(/^Echoing · /);
  await page().getByRole('button', { name: 'Ask once more' }).click();
  await heading('Echoing me, me');
});

test('a write continues after its screen is left, and refetches the next screen’s reads', async () => {
  await open('Writing');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const write = '**/api/test/body';
  await page().route(write, async (route) => released.then(() => route.continue()), { times: 1 });
  const finished = page().waitForEvent('requestfinished', (request) => request.url().endsWith('/test/body'));
  page().on('dialog', (dialog) => void dialog.accept());
  await page().getByRole('button', { name: 'Ask' }).click();
  await press('Reading');
  await heading('Reading');
  const refetches = counted('GET', 'echo');
  release();
  expect((await (await finished).response())?.status()).toBe(200);
  await expect.poll(refetches).toBe(1);
});

test('a write stays pending until the reads are refetched, and a failed write refetches nothing', async () => {
  await open('Reading');
  const ask = page().getByRole('button', { name: 'Ask' });
  const pending = page().getByText('Asking');
  const writes = counted('POST', 'body');
  const refetches = counted('GET', 'echo');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const hold = async (route: Route) => released.then(() => route.continue());
  await page().route('**/api/test/echo/*', hold, { times: 1 });
  await ask.click();
  await expect.poll(refetches).toBe(1);
  expect(await pending.count()).toBe(1);
  await ask.click();
  release();
  await pending.waitFor({ state: 'detached' });
  expect(writes()).toBe(1);
  await page().route('**/api/test/body', (route) => route.abort('connectionfailed'), { times: 1 });
  await ask.click();
  await page().getByText('No connection').waitFor();
  expect([writes(), refetches()]).toEqual([2, 1]);
});

test('a read that fails because there is no connection shows a message, and is retried automatically', async () => {
  await page().route('**/api/test/echo/*', (route) => route.abort('connectionfailed'), { times: 1 });
  await goto('Reading');
  await page().getByRole('heading', { name: 'No connection' }).waitFor();
  await page().getByText('Read: ä/😀').waitFor();

  await press('Writing');
  await heading('Writing');
  await page().context().setOffline(true);
  await press('Reading');
  await page().getByRole('heading', { name: 'You are offline' }).waitFor();
  await page().context().setOffline(false);
  await page().getByText('Read: ä/😀').waitFor();
});

test('returning to the tab refreshes the data, at most once per interval', async () => {
  await open('Reading');
  const answer = () => page().getByTestId('answer').textContent();
  const first = await answer();
  const sent = counted('GET', 'echo');
  const returnToTab = async () => {
    await hide(true);
    await hide(false);
  };
  await returnToTab();
  await page().waitForTimeout(300);
  expect(sent()).toBe(0);
  // The screen refreshes at most every 1.5 s.
  await page().waitForTimeout(1_500);
  await returnToTab();
  await expect.poll(answer).not.toBe(first);
  await returnToTab();
  await returnToTab();
  await page().waitForTimeout(300);
  expect(sent()).toBe(1);
  expect(problems()).toEqual([]);
});

test('each event of a stream refetches the reads in `revalidate`, and the screen shows whether the stream is open or reconnecting', async () => {
  // Wraps `fetch`, because Playwright cannot break an open connection.
  await page().addInitScript(() => {
    const { fetch } = globalThis;
    globalThis.fetch = async (url, init) => {
      const response = await fetch(url, init);
      const { readable, writable } = new TransformStream();
      const broken = new AbortController();
      addEventListener('break', () => broken.abort());
      response.body?.pipeTo(writable, broken).catch(() => {});
      return new Response(readable, response);
    };
  });
  await page().route('**/numbers', (route) => route.fulfill({ status: 429 }), { times: 1 });
  await open('Watching');
  const shows = async (text: string) => page().getByRole('status').getByText(text).waitFor();
  const change = () => page().request.post(call('changes'), { headers: { 'x-requested-by': 'web' } });
  await shows('reconnecting');
  const { changes } = (await ask('changes')) as { changes: number };
  await change();
  await shows(`open, changes: ${changes + 1}`);
  await page().route('**/numbers', (route) => route.abort(), { times: 1 });
  await page().evaluate(() => dispatchEvent(new Event('break')));
  await shows('reconnecting');
  await change();
  await shows(`open, changes: ${changes + 2}`);
});

test('a stream that opens refetches the reads in `revalidate`, because they are older', async () => {
  const { changes } = (await ask('changes')) as { changes: number };
  await page().route('**/numbers', async (route) => {
    await page().request.post(call('changes'), { headers: { 'x-requested-by': 'web' } });
    await route.fulfill({ contentType: 'text/event-stream', body: ':\n\n' });
  });
  await open('Watching');
  await page()
    .getByRole('status')
    .getByText(`closed, changes: ${changes + 1}`)
    .waitFor();
});
