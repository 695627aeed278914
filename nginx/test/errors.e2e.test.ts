import { expect, test } from 'vitest';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { startBefore } from './start-before.ts';

const names = Object.keys(securityHeaders);
const get = (target: string, version = '1.1') =>
  `GET ${target} HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`;
const chunked = 'Host: a\r\nConnection: close\r\nTransfer-Encoding: chunked';

test.each([
  [
    'a document by another major version of HTTP',
    get('/web/', '3.0'),
    /^HTTP\/1\.1 400 .*\n400 Bad Request\n$/s,
  ],
  [
    'a call by another major version of HTTP',
    get('/web/api/x', '3.0'),
    /^HTTP\/1\.1 400 .*"code":"bad-request"/s,
  ],
  [
    'an error of a request whose body is invalid, too',
    `POST /web/ HTTP/1.1\r\n${chunked}\r\n\r\ng\r\n`,
    /^HTTP\/1\.1 400 .*\n400 Bad Request\n$/s,
  ],
  ['a target in absolute form, with its scheme in capitals', get('HTTP://a/web/'), /^HTTP\/1\.1 200 /],
])('the application responds to %s, with each security header once', async (_what, request, expected) => {
  const response = await (await startBefore()).send(request);
  expect(response).toMatch(expected);
  for (const name of names) expect(response.toLowerCase().split(`\n${name}:`)).toHaveLength(2);
});

const withFields = (bytes: number) =>
  startBefore((_request, response) => {
    for (const name of [...names, 'cache-control']) response.setHeader(name, 'of the BFF');
    response.setHeader('x-long', 'x'.repeat(bytes)).end();
  });

test('header fields of a response of the BFF may be as large as those of a request', async () => {
  const { send } = await withFields(12_000);
  expect(await send(get('/web/api/x'))).toMatch(/^HTTP\/1\.1 200 /);
});

test('nginx’s own 502 has its own header fields where those of the BFF are too large', async () => {
  const { request } = await withFields(20_000);
  const response = await request('/api/x');
  expect([response.status, await response.json()]).toMatchObject([502, { code: 'bad-upstream' }]);
  const headers = Object.fromEntries(response.headers);
  expect(Object.values(headers).join()).not.toContain('of the BFF');
  expect(headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store' });
});
