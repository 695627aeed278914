import { expect, test } from 'vitest';
import { expectAccessible, heading, onSessionScreens, press, seen } from './on-session-screens.ts';

const { sessions, open, origin, halfFilledForm } = onSessionScreens();

test('a write of one user is not executed as another, who has signed in meanwhile; the input is kept for the first user', async () => {
  const page = await halfFilledForm();
  sessions().expire();
  // No other tab reports the sign-in.
  await sessions().begin('Bob');
  await press(page, 'Send');
  await heading(page, 'You are signed in as Bob');
  expect(await seen(page)).not.toContain('Half');
  await expectAccessible(page);

  await page.goto(`${origin()}/web/writing`);
  await page.getByText('Bob', { exact: true }).waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('');
  await page.goto(`${origin()}/web/`);
  await sessions().begin('Ada');
  await page.goto(`${origin()}/web/writing`);
  await page.getByText('Your input has been restored').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Half');
  await press(page, 'Send');
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
});

test('a page that does not know its user yet learns it before its first write', async () => {
  await sessions().begin('Ada');
  const page = await open('/writing');
  await page.getByLabel('Title').fill('T');
  await page.getByLabel('Copies').fill('1');
  const versions: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') versions.push(request.headers()['x-session']);
  });
  await press(page, 'Send');
  await expect.poll(() => versions).toEqual([sessions().session()?.version]);
});

test('if a write is refused because the secrets have been replaced, the page sends it again by itself, once', async () => {
  const page = await halfFilledForm();
  const sent: (string | undefined)[] = [];
  const refuse = () => ({
    status: 409,
    contentType: 'application/problem+json',
    headers: { 'x-session': encodeURIComponent(JSON.stringify(sessions().session())) },
    body: JSON.stringify({
      code: 'other-user',
      status: 409,
      title: 'Another user',
      detail: 'Nothing was done.',
    }),
  });
  const write = '**/web/api/test/titles';
  await page.route(write, async (route) => {
    sent.push(route.request().headers()['x-session']);
    return sent.length === 1 ? route.fulfill(refuse()) : route.fallback();
  });
  const before = sessions().session()?.version;
  await sessions().begin('Ada');
  const after = sessions().session()?.version;
  await press(page, 'Send');
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
  expect(sent).toEqual([before, after]);

  await page.unroute(write);
  await page.route(write, (route) => {
    sent.push('again');
    return route.fulfill(refuse());
  });
  await page.getByLabel('Title').fill('Half');
  await page.getByLabel('Copies').fill('2');
  await press(page, 'Send');
  await page.getByText('Nothing was done.').waitFor();
  expect([sent.length, await page.getByLabel('Title').inputValue()]).toEqual([3, 'Half']);
});
