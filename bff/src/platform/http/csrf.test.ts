import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { API_PATH } from '#contract/constants.ts';

const own = { 'x-requested-by': 'web' };
const url = `${API_PATH}/test/send-second`;

test.each([
  ['without the field of a page of ours', {}],
  ['with an empty one', { 'x-requested-by': '' }],
  ['from another site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['from another origin of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
])('a call that changes something is refused %s', async (_what, headers) => {
  const app = await testApp();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const reply = await app.inject({ method, url, headers });
    expect(reply.json()).toMatchObject({ code: 'cross-site-refused', status: 403 });
  }
});

test.each([
  ['from a browser that does not say whence', own],
  ['from a page of this origin', { ...own, 'sec-fetch-site': 'same-origin' }],
  ['from a person, not a page', { ...own, 'sec-fetch-site': 'none' }],
])('it is taken %s', async (_what, headers) => {
  expect((await (await testApp()).inject({ method: 'POST', url, headers })).statusCode).toBe(200);
});

test('a call that changes nothing is anybody’s, and a preflight is answered by nobody', async () => {
  const app = await testApp();
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' };
  expect((await app.inject({ url: `${API_PATH}/status`, headers })).statusCode).toBe(200);
  const preflight = await app.inject({
    method: 'OPTIONS',
    url,
    headers: { ...headers, 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(405);
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});
