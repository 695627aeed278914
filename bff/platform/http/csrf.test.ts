import { expect, test } from 'vitest';
import { testApp } from '#platform/test/test-app.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

const csrfHeader = { 'x-requested-by': 'web' };
const url = `${API_PATH}/test/send-second`;

test.each([
  ['without the CSRF header', {}],
  ['from another site', { ...csrfHeader, 'sec-fetch-site': 'cross-site' }],
  ['from another origin of the same site', { ...csrfHeader, 'sec-fetch-site': 'same-site' }],
])('an unsafe call %s returns 403', async (_what, headers) => {
  const app = await testApp();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const reply = await app.inject({ method, url, headers });
    expect(reply.json()).toMatchObject({ code: 'cross-site-request', status: 403 });
  }
});

test.each([
  ['from a browser without Fetch Metadata', csrfHeader],
  ['from the same origin', { ...csrfHeader, 'sec-fetch-site': 'same-origin' }],
  ['from the address bar', { ...csrfHeader, 'sec-fetch-site': 'none' }],
])('an unsafe call with the CSRF header %s returns 200', async (_what, headers) => {
  expect((await (await testApp()).inject({ method: 'POST', url, headers })).statusCode).toBe(200);
});

test('a safe call needs no CSRF header, and a CORS preflight returns 405', async () => {
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
