import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
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
    const request = get(`${address}${API_PATH}/test/${path}`, { headers: { ...handshake, ...headers } });
    const [reply] = await Promise.race([once(request, 'upgrade'), once(request, 'response')]);
    expect(reply).toMatchObject({ statusCode: status });
    if (status === 101) reply.socket.destroy();
    else await once(reply.resume(), 'close');
  },
);
