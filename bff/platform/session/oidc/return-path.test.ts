import { expect, test } from 'vitest';
import { signIn } from '#platform/test/session/at-provider.ts';
import { startSessionApp } from '#platform/test/session/session-app.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';

const search = (to: string) => `?${new URLSearchParams({ to }).toString()}`;

test('after sign-in, a user returns to an address with encoded characters in query and fragment', async () => {
  const { visitor } = await startSessionApp();
  const to = `${BASE_PATH}/things?n=C%3A%5Ctemp&m=a%0Ab&to=//evil.example#a%5Cb`;
  expect((await signIn(visitor, 'ann', search(to))).headers.location).toBe(to);
});

test('after sign-in with a return path to another origin, a user returns to the home screen', async () => {
  const { visitor } = await startSessionApp();
  for (const to of [
    '//evil.example',
    `${BASE_PATH}/..//evil.example`,
    String.raw`${BASE_PATH}/\evil.example`,
  ])
    // oxlint-disable-next-line no-await-in-loop
    expect((await signIn(visitor, 'ann', search(to))).headers.location).toBe(`${BASE_PATH}/`);
});

test('two sign-in cookies for the longest return path, host and base path fit into the 6,000 bytes for pending sign-ins', async () => {
  const { app } = await startSessionApp();
  const host = `${'h'.repeat(253)}:65535`;
  const visitor = new Visitor(app, { 'x-forwarded-proto': 'https', 'x-forwarded-host': host });
  const to = `${BASE_PATH}/?q=`.padEnd(1_400, 'q');
  const reply = await visitor.call(`GET /session/sign-in${search(to)}`);
  const [cookie = ''] = String(reply.headers['set-cookie']).split(';');
  expect(cookie.length).toBeGreaterThan(1_400);
  // Additional length with a base path of 100 characters: in the cookie's name and value (base64: 4 bytes for 3).
  const longer = (100 - BASE_PATH.length) * (1 + 4 / 3);
  expect(cookie.length + longer).toBeLessThanOrEqual(6_000 / 2);
});
