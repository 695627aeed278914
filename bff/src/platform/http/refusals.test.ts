import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { API_PATH } from '#contract/kit/api-path.ts';
import { securityHeaders } from '#edge/security-headers.ts';
import { rawConnection, testApp } from '#test/test-app.ts';

async function send(head: string): Promise<string> {
  const socket = await rawConnection(await testApp());
  socket.write(`GET ${API_PATH}/status HTTP/1.${head}connection: close\r\n\r\n`);
  return text(socket);
}

test.each([
  '1\r\n',
  '1\r\nhost: a\r\nhost: b\r\n',
  '1\r\nhost: a\r\nHOST: a\r\n',
  '1\r\nhost:\r\n',
  '1\r\nhost: a b\r\n',
  '1\r\nhost: a/b\r\n',
  '1\r\nhost: u@a\r\n',
  '1\r\nhost: [\r\n',
  '0\r\nhost: a\r\nhost: b\r\n',
])('a request of HTTP/1.%j is a problem, with every security header field', async (head) => {
  const response = await send(head);
  expect(response).toMatch(/^HTTP\/1\.1 400 .*"code":"bad-request"/s);
  for (const name of Object.keys(securityHeaders))
    expect(response.toLowerCase().split(`${name}:`)).toHaveLength(2);
});

test.each(['0\r\n', '1\r\nhost: app.example:8080\r\n', '1\r\nhost: [::1]:80\r\n', '1\r\nhost: a_b\r\n'])(
  'a request of HTTP/1.%j is answered',
  async (head) => expect(await send(head)).toMatch(/^HTTP\/1\.1 200 /),
);

test('an unknown expectation is ignored', async () => {
  expect(await send('1\r\nhost: a\r\nexpect: x\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});
