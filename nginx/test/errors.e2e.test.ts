import { expect, test } from 'vitest';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { startBefore } from './start-before.ts';

const names = Object.keys(securityHeaders);
const get = (target: string, version = '1.1') =>
  `GET ${target} HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`;
const chunked = 'Host: a\r\nConnection: close\r\nTransfer-Encoding: chunked';
const text400 = /^HTTP\/1\.1 400 .*\n400 Bad Request\n$/s;

test('nginx answers what it cannot read, or reads differently, with each security header once', async () => {
  const { send } = await startBefore();
  for (const [request, expected] of [
    [get('/web/', '3.0'), text400],
    [get('/web/api/x', '3.0'), /^HTTP\/1\.1 400 .*"code":"bad-request"/s],
    // An error of a request whose body is invalid, too.
    [`POST /web/ HTTP/1.1\r\n${chunked}\r\n\r\ng\r\n`, text400],
    [get('HTTP://a/web/'), /^HTTP\/1\.1 200 /],
  ] as const) {
    const response = await send(request);
    expect(response).toMatch(expected);
    for (const name of names) expect(response.toLowerCase().split(`\n${name}:`)).toHaveLength(2);
  }
});
