import { once } from 'node:events';
import { Agent, get, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  host: 'localhost',
};

test.each<[status: number, how: string, headers: object, path?: string]>([
  [101, 'from its own origin', { origin: 'http://localhost' }],
  [101, 'without an Origin', {}],
  [403, 'from another origin', { origin: 'https://other.example' }],
  [403, 'from an opaque origin', { origin: 'null' }],
  [400, 'with an invalid host', { host: 'a b' }],
  [400, 'at the address of a call', {}, 'changes'],
])(
  'returns %i to a WebSocket handshake %s, and closes the connection if rejected',
  async (status, _how, headers, path = 'socket') => {
    const app = await testApp();
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const handshaking = get(`${address}${API_PATH}/test/${path}`, { headers: { ...handshake, ...headers } });
    const [reply] = await Promise.race([once(handshaking, 'upgrade'), once(handshaking, 'response')]);
    expect(reply).toMatchObject({ statusCode: status });
    if (status === 101) reply.socket.destroy();
    else await once(reply.resume(), 'close');
  },
);

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
