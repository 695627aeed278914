import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { startWithFakeBff } from './start-with-fake-bff.ts';

const isCut = ({ url }: IncomingMessage) => url?.endsWith('/cut') === true;

test.each([
  ['GET', 2],
  ['POST', 1],
])(
  'a %s is sent at most %d times and returns 502 when the BFF closes the connection after reading the request',
  async (method, times) => {
    const { request, received, connections } = await startWithFakeBff((asked, response) =>
      isCut(asked) ? asked.socket.destroy() : response.end(),
    );
    expect((await request('/api/fine')).status).toBe(200);
    const response = await request('/api/cut', {}, method);
    expect([response.status, await response.json()]).toMatchObject([502, { code: 'bad-gateway' }]);
    const attempts = received.slice(1).map((asked) => `${asked.method} ${asked.url}`);
    expect(attempts).toEqual(Array.from({ length: times }, () => `${method} /web/api/cut`));
    // The first attempt reuses the connection of `/api/fine`, so only a retry opens another.
    expect(connections).toHaveLength(times);
  },
);

test('a request succeeds after the BFF has closed its idle connection to nginx', async () => {
  const { request, received, connections } = await startWithFakeBff((asked, response) => {
    response.end();
    if (isCut(asked)) response.on('finish', () => asked.socket.end());
  });
  expect((await request('/api/cut')).status).toBe(200);
  // nginx serves this request itself, and meanwhile notices the closed connection.
  expect((await request('/')).status).toBe(200);
  expect((await request('/api/fine')).status).toBe(200);
  expect([received.length, connections.length]).toEqual([2, 2]);
});

test.each(['application/pdf', 'application/json'])(
  'to a proxy that speaks HTTP/1.0, a cut-off response (%s) is shorter than its Content-Length',
  async (type) => {
    const { send } = await startWithFakeBff((_request, response) => {
      response.writeHead(200, { 'content-type': type, 'content-length': 2_000_000 });
      response.write(Buffer.alloc(1_000_000, 'x'), () => response.destroy());
    });
    const received = await send('GET /web/api/file HTTP/1.0\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n');
    expect(received).toMatch(/^content-length: 2000000\r$/im);
    expect(received.split('\r\n\r\n')[1]?.length).toBeLessThanOrEqual(1_000_000);
  },
);
