import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { BASE_PATH } from '#contract/constants.ts';
import { API_PATH } from '#contract/kit/api-path.ts';

const csrfHeader = { 'x-requested-by': 'web' };
const url = `${API_PATH}/test/send-second`;

const missing = 'The header field x-requested-by is missing: send it with any value.';
const other = (site: string) => `Sec-Fetch-Site is ${site}; same-origin is expected.`;

test.each([
  ['without the CSRF header field', {}, missing],
  ['with an empty one', { 'x-requested-by': '' }, missing],
  ['from another site', { ...csrfHeader, 'sec-fetch-site': 'cross-site' }, other('cross-site')],
  [
    'from another origin of the same site',
    { ...csrfHeader, 'sec-fetch-site': 'same-site' },
    other('same-site'),
  ],
])('a call with an unsafe method is refused %s', async (_what, headers, detail) => {
  const app = await testApp();
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const reply = await app.inject({ method, url, headers });
    expect(reply.json()).toMatchObject({ code: 'cross-site-refused', status: 403, detail });
  }
});

test.each([
  ['from a browser without Fetch Metadata', csrfHeader],
  ['from a page of this origin', { ...csrfHeader, 'sec-fetch-site': 'same-origin' }],
  ['from the address bar', { ...csrfHeader, 'sec-fetch-site': 'none' }],
])('it is accepted %s', async (_what, headers) => {
  expect((await (await testApp()).inject({ method: 'POST', url, headers })).statusCode).toBe(200);
});

test('a call with a safe method needs no CSRF header field, and a preflight is not answered', async () => {
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

test('a path with an encoded letter is refused, or checked like the plain one', async () => {
  const app = await testApp();
  const status = async (path: string, headers: object = csrfHeader) =>
    (await app.inject({ method: 'POST', url: path, headers: { ...headers } })).statusCode;
  for (const hidden of [`${BASE_PATH}/%61pi/test/send-second`, '/%77eb/api/test/send-second'])
    expect([await status(hidden), await status(hidden, {})]).toEqual([400, 400]);
  const beneath = `${BASE_PATH}/api/test/send%2Dsecond`;
  expect([await status(beneath), await status(beneath, {})]).toEqual([200, 403]);
});
