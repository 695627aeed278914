import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeFindings } from '#platform/test/gallery/accessibility.ts';
import { onTestScreens } from './on-test-screens.ts';

const { page, problems, open, heading, counted } = onTestScreens();

const button = (name: string) => page().getByRole('button', { name, exact: true });
const dialog = (name: string) => page().getByRole('dialog', { name });
const announced = (text: string) => page().getByRole('status').getByText(text, { exact: true }).waitFor();

/** Opens the screen of an entity. `server.state` is its state at the server. */
async function openDeciding(state: 'draft' | 'published') {
  const server = { state };
  await page().route('**/api/test/changes', async (route) => {
    if (route.request().method() === 'POST' && server.state === 'published')
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        json: { code: 'x', status: 409, title: 'x', detail: 'Not in this state.' },
      });
    if (route.request().method() === 'POST') server.state = 'published';
    return route.fulfill({ json: { changes: server.state === 'published' ? 1 : 0 } });
  });
  await open('Deciding');
  return server;
}

test('a transition has a button only in a state that allows it, and only for users with its permission; its success is announced', async () => {
  await openDeciding('draft');
  expect([await button('Publish').count(), await button('Lock').count()]).toEqual([1, 0]);
  await button('Publish').click();
  await announced('It is published.');
  await button('Lock').waitFor();
  expect([await button('Publish').count(), await button('Withdraw').count()]).toEqual([0, 0]);
  expect(await axeFindings(page())).toEqual([]);
  expect(problems()).toEqual([]);
});

test('a transition that another user has made shows the error, and refetches the screen', async () => {
  const server = await openDeciding('draft');
  server.state = 'published';
  await button('Publish').click();
  await page().getByRole('alert').getByText('Not in this state.').waitFor();
  await button('Publish').waitFor({ state: 'detached' });
  await button('Lock').waitFor();
});

test('a ConfirmButton sends its call once, and only after it has asked', async () => {
  await openDeciding('draft');
  const sent = counted('POST', 'body');
  await button('Send').click();
  await dialog('Send it?').getByRole('button', { name: 'Cancel' }).click();
  await dialog('Send it?').waitFor({ state: 'hidden' });
  expect(sent()).toBe(0);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page().route('**/api/test/body', async (route) => released.then(() => route.continue()));
  await button('Send').click();
  await dialog('Send it?').getByRole('button', { name: 'Send' }).click();
  await dialog('Send it?').getByRole('button', { name: 'Sending …' }).dispatchEvent('click');
  const refetches = counted('GET', 'changes');
  release();
  await dialog('Send it?').waitFor({ state: 'hidden' });
  await expect.poll(refetches).toBe(1);
  expect([sent(), problems()]).toEqual([1, []]);
});

test('after a failure, the dialog of a ConfirmButton stays open with the error, which is gone when it opens again; success opens the next screen with its notice', async () => {
  await openDeciding('draft');
  const fail = (route: Route) => route.abort('connectionfailed');
  await page().route('**/api/test/body', fail, { times: 1 });
  await button('Delete').click();
  const question = dialog('Delete it?');
  await question.getByRole('button', { name: 'Delete' }).click();
  const error = question.getByRole('alert').getByText('No connection');
  await error.waitFor();
  expect(await axeFindings(page())).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button('Delete').click();
  await question.waitFor();
  expect(await error.count()).toBe(0);
  await question.getByRole('button', { name: 'Delete' }).click();
  await heading('Finding');
  await announced('It is deleted.');
});
