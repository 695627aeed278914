import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';

test.each([
  ['GET', 'changes', 'websocket'],
  ['GET', 'nope', 'WebSocket'],
  ['GET', 'events', 'h2c, websocket/13'],
  ['POST', 'changes', 'websocket'],
])('%s %s with `Upgrade: %s` returns 404, and ends the connection', async (method, path, upgrade) => {
  const app = await testApp();
  // A product's plugin for WebSockets listens for `upgrade`.
  app.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = {
    connection: 'Upgrade',
    upgrade,
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const url = `${address}${API_PATH}/test/${path}`;
  const [reply] = await once(request(url, { agent, method, headers }).end(), 'response');
  expect([reply.statusCode, reply.headers.connection]).toEqual([404, 'close']);
  const ended = once(reply.socket, 'close');
  expect(await json(reply)).toMatchObject({ code: 'not-found' });
  await ended;
});

test('a request with an Upgrade header other than websocket, such as h2c, gets an ordinary response, and its connection stays open', async () => {
  const app = await testApp();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const headers = { connection: 'Upgrade', upgrade: 'h2c', 'x-requested-by': 'web' };
  for (const changes of [1, 2]) {
    const [reply] = await once(
      request(`${address}${API_PATH}/test/changes`, { agent, method: 'POST', headers }).end(),
      'response',
    );
    expect([reply.statusCode, await json(reply)]).toEqual([200, { changes }]);
    expect(reply.headers.connection).toBe('keep-alive');
  }
});
