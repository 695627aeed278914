import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { rawConnection, testApp } from '#platform/test/test-app.ts';

/** Sends requests on one connection. Resolves with the status of each response. */
async function statuses(...requests: string[]): Promise<string[]> {
  const socket = await rawConnection(await testApp());
  socket.write(requests.join(''));
  return Array.from((await text(socket)).matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = '']) => status);
}

const later = `GET ${API_PATH}/test/later HTTP/1.1\r\nhost: a\r\n\r\n`;

test.each([
  ['invalid HTTP', 'x\r\n\r\n'],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n'],
])('%s returns 400, after the responses to earlier requests on the connection', async (_what, malformed) => {
  expect(await statuses(later, later, malformed)).toEqual(['200', '200', '400']);
});

test('a client that still sends headers reads its 431', async () => {
  const socket = await rawConnection(await testApp());
  socket.on('error', () => {});
  const received = text(socket);
  socket.write(`GET ${API_PATH}/status HTTP/1.1\r\nhost: a\r\n`);
  for (let sent = 0; sent < 64; sent += 1) {
    socket.write(`x-${sent}: ${'x'.repeat(1_024)}\r\n`);
    await new Promise(setImmediate);
  }
  socket.end();
  expect(await received).toMatch(/^HTTP\/1.1 431 .*<\/html>\s*$/s);
});

test.each([
  ['a call', `${API_PATH}/status`, 'application/problem+json', '"code":"request-header-fields-too-large"'],
  ['a call whose prefix the ingress strips', '/api/status', 'application/problem+json', '"status":431'],
  ['a screen', `${BASE_PATH}/`, 'text/html; charset=utf-8', 'Cookies and site data'],
])('431 for %s, %s, has the type %s', async (_what, path, type, content) => {
  const socket = await rawConnection(await testApp({ ingressStripsPrefix: true }));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`);
  const reply = await text(socket);
  expect(reply).toMatch(/^HTTP\/1.1 431 /);
  expect(reply).toContain(`\r\ncontent-type: ${type}\r\n`);
  expect(reply).toContain(content);
});

test('2,000 rejected clients that never close their side leave neither sockets nor timers', async () => {
  const app = await testApp();
  await rawConnection(app);
  const { port } = app.server.address() as AddressInfo;
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = timers();
  const rejected = ['x\r\n\r\n', 'CONNECT a:80 HTTP/1.1\r\nhost: a:80\r\n\r\n'];
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  for (let sent = 0; sent < 2_000; sent += 1) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    socket.on('error', () => {}).write(rejected[sent % 2]!);
    // At most 100 at a time, because the backlog of the server is limited.
    if (sent % 100 === 99) await once(socket.resume(), 'end');
  }
  const open = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(open, { timeout: 20_000 }).toBe(1);
  expect(timers()).toBeLessThanOrEqual(before);
});

test('a malformed body returns 400', async () => {
  const head = `POST ${API_PATH}/test/body HTTP/1.1\r\nhost: a\r\nx-requested-by: test\r\ncontent-type: application/json\r\n`;
  expect(await statuses(`${head}transfer-encoding: chunked\r\n\r\ng\r\n`)).toEqual(['400']);
});

test.each([
  ['400', '1\r\n'],
  ['400', '1\r\nhost: a\r\nhost: b\r\n'],
  ['400', '1\r\nhost: a/b\r\n'],
  ['200', '0\r\n'],
  ['200', '1\r\nhost: [::1]:80\r\n'],
])('returns %s for a request with `HTTP/1.` followed by %j', async (status, head) => {
  const request = `GET ${API_PATH}/status HTTP/1.${head}connection: close\r\n\r\n`;
  expect(await statuses(request)).toEqual([status]);
});
