import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { recogniseIngress } from '../doctor/recognise-ingress.ts';
import { openTarget } from '../target.ts';

const GO =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request';
const ENVOY =
  'HTTP/1.1 400 Bad Request\r\ncontent-length: 11\r\ncontent-type: text/plain\r\nserver: envoy\r\nconnection: close\r\n\r\nBad Request';

/** Proxies that no test starts, by what they send to a malformed request and to another one. */
test.for([
  ['traefik', GO, 'X-Request-Id: r'],
  ['caddy', GO, 'Via: 1.1 Caddy'],
  ['envoy', ENVOY, 'x-envoy-upstream-service-time: 3'],
  ['envoy', '', 'x-envoy-upstream-service-time: 3'],
  ['envoy', '', 'server: istio-envoy'],
  [undefined, '', 'server: something'],
] as const)('%s is recognised by what it sends: %#', async ([proxy, refusal, field]) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      const response = `HTTP/1.1 200 OK\r\n${field}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
      socket.end(String(data).startsWith('GET ') ? response : refusal);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await recogniseIngress(openTarget(`http://127.0.0.1:${port}/web`))).toBe(proxy);
  await new Promise((resolve) => server.close(resolve));
});
