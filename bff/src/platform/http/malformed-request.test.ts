import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { API_PATH } from '#contract/kit/api-path.ts';
import { rawConnection, testApp } from '#test/test-app.ts';

/** The status of each response on one connection. */
async function statuses(...requests: string[]): Promise<string[]> {
  const socket = await rawConnection(await testApp());
  socket.write(requests.join(''));
  return Array.from((await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = '']) => status);
}

const later = `GET ${API_PATH}/test/later HTTP/1.1\r\nhost: a\r\n\r\n`;

test.each([
  ['no HTTP', 'x\r\n\r\n'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n'],
])('what is %s is 400', async (_what, malformed) => {
  expect(await statuses(malformed)).toEqual(['400']);
});

test.each([
  ['no HTTP', 'x\r\n\r\n'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n'],
])('the requests before what is %s are answered first', async (_what, malformed) => {
  expect(await statuses(later, later, malformed)).toEqual(['200', '200', '400']);
});

test('a request whose body is malformed is 400 at once', async () => {
  const head = `POST ${API_PATH}/test/body HTTP/1.1\r\nhost: a\r\nx-requested-by: test\r\ncontent-type: application/json\r\n`;
  expect(await statuses(`${head}transfer-encoding: chunked\r\n\r\ng\r\n`)).toEqual(['400']);
});

test('a CONNECT whose connection is reset ends nothing else', async () => {
  const app = await testApp();
  const caller = await rawConnection(app);
  const closed = new Promise((resolve) => {
    app.server.once('connect', (_request, socket) => {
      socket.once('close', resolve);
      socket.destroy(new Error('read ECONNRESET'));
    });
  });
  caller.write('CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n');
  await closed;
  expect((await app.inject(`${API_PATH}/status`)).statusCode).toBe(200);
});

test('a WebSocket handshake that nothing handles is 400, whatever the call responds without it', async () => {
  const app = await testApp();
  const headers = { connection: 'Upgrade', upgrade: 'WebSocket' };
  expect((await app.inject({ url: `${API_PATH}/test/text/100000`, headers })).statusCode).toBe(400);
});
