import { expect, test } from 'vitest';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';

const stripped = API_PATH.slice(BASE_PATH.length);

test.each([
  ['x%20y?q=a+b&q=c%2Bd', { name: 'x y', query: { q: ['a b', 'c+d'] } }],
  ['%25E4?q=100%25', { name: '%E4', query: { q: '100%' } }],
  ['%c3%a4?%E6%97%A5=%F0%9F%98%80', { name: 'ä', query: { 日: '😀' } }],
])('a handler gets the decoded path and query of %s', async (path, expected) => {
  expect((await (await testApp()).inject(`${API_PATH}/test/echo/${path}`)).json()).toMatchObject(expected);
});

test.each([
  '%E4',
  '%FF',
  '%',
  '%zz',
  '%C0%80',
  'a%ED%A0%80',
  'x?q=%E4',
  'x?q=100%',
  'x?%FF=1',
  'x?q=%C3&r=%A4',
])('the malformed path or query %s returns 400, with and without the base path', async (path) => {
  const app = await testApp({ ingressStripsPrefix: true });
  for (const api of [API_PATH, stripped]) {
    const reply = await app.inject(`${api}/test/echo/${path}`);
    const detail = expect.stringContaining('percent-encoded UTF-8');
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'bad-request', detail }]);
  }
});

test.each<[string, string, Buffer, number]>([
  ['JSON in UTF-8 with a byte order mark', 'application/json', Buffer.from('\ufeff"ä"'), 200],
  ['JSON in ISO-8859-1', 'application/json', Buffer.from('"ä"', 'latin1'), 400],
  ['JSON in UTF-16', 'application/json; charset=utf-16le', Buffer.from('\ufeff"ä"', 'utf16le'), 400],
  ['JSON that ends within a character', 'application/json', Buffer.from('"ä').subarray(0, 2), 400],
  ['text in UTF-8', 'text/plain', Buffer.from('ä'), 200],
  ['text in ISO-8859-1', 'text/plain', Buffer.from('ä', 'latin1'), 400],
])('a body of %s returns 400 unless the body is valid UTF-8', async (_what, type, payload, status) => {
  const headers = { 'x-requested-by': 'test', 'content-type': type };
  const app = await testApp();
  const reply = await app.inject({ method: 'POST', url: `${API_PATH}/test/body`, headers, payload });
  expect(reply.statusCode).toBe(status);
  if (status === 400) expect(reply.json()).toMatchObject({ detail: 'The body is not valid UTF-8.' });
});
