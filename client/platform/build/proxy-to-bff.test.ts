import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createVite } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { proxyToBff } from './proxy-to-bff.ts';

/** Starts a BFF with an open event stream, and a development server in front of it. */
async function eventStream() {
  const opened = Promise.withResolvers<ServerResponse>();
  const bff = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-request-id': '1' }).flushHeaders();
    opened.resolve(response);
  });
  bff.listen(0, '127.0.0.1');
  await once(bff, 'listening');
  const proxy = { '/api': proxyToBff((bff.address() as AddressInfo).port) };
  const vite = await createVite({
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { proxy, host: '127.0.0.1', port: 0, ws: false, watch: null },
  });
  onTestFinished(async () => {
    bff.closeAllConnections();
    bff.close();
    await vite.close();
  });
  await vite.listen();
  const [origin] = vite.resolvedUrls?.local ?? [];
  return { opened: opened.promise, reply: await fetch(`${origin}api/events`) };
}

test('the headers of an event stream arrive before its first event', async () => {
  const { opened, reply } = await eventStream();
  expect(reply.headers.get('content-type')).toBe('text/event-stream');
  expect(reply.headers.get('x-request-id')).toBe('1');
  (await opened).end('data: 1\n\n');
  expect(await reply.text()).toBe('data: 1\n\n');
});

test('an event stream that the BFF cuts off is also cut off for the browser', async () => {
  const { opened, reply } = await eventStream();
  (await opened).destroy();
  await expect(reply.text()).rejects.toThrow();
});
