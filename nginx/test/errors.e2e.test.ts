import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { securityHeaders } from '@web/bff/edge/security-headers';
import { startNginx } from './start-nginx.ts';

/** Starts nginx before a BFF with this response; returns nginx's port. */
async function start(respond: (response: ServerResponse) => void = (response) => response.end()) {
  const bff = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1');
  await once(bff, 'listening');
  const { port, stop } = await startNginx({ bffPort: (bff.address() as AddressInfo).port });
  onTestFinished(async () => {
    await stop();
    bff.close();
    bff.closeAllConnections();
  });
  return port;
}

async function send(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(request);
  return text(socket);
}

const expectSecured = (response: string) => {
  for (const name of Object.keys(securityHeaders))
    expect(response.toLowerCase().split(`\n${name}:`)).toHaveLength(2);
};

test.each(['/web/', '/web/api/status'])(
  '%s of another major version of HTTP is a 400 of the application',
  async (path) => {
    const response = await send(
      await start(),
      `GET ${path} HTTP/3.0\r\nHost: a\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 .*(?:400 Bad Request\n|"code":"bad-request".*)$/s);
    expectSecured(response);
  },
);

test('an error of a request whose body is invalid, too, is sent by the application', async () => {
  const head =
    'POST /web/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n';
  const response = await send(await start(), head);
  expect(response).toMatch(/^HTTP\/1\.1 400 .*\r\n\r\n400 Bad Request\n$/s);
  expectSecured(response);
});

const call = 'GET /web/api/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const withFields = (bytes: number) => (response: ServerResponse) => {
  for (const name of Object.keys(securityHeaders)) response.setHeader(name, 'of the BFF');
  response.setHeader('cache-control', 'of the BFF').setHeader('x-long', 'x'.repeat(bytes)).end();
};

test('header fields of a response of the BFF may be as large as those of a request', async () => {
  expect(await send(await start(withFields(12_000)), call)).toMatch(/^HTTP\/1\.1 200 /);
});

test('nginx’s own 502 has its own header fields where those of the BFF are too large', async () => {
  const response = await send(await start(withFields(20_000)), call);
  expect(response).toMatch(/^HTTP\/1\.1 502 .*"code":"bad-upstream"/s);
  expect(response).not.toContain('of the BFF');
  expect(response).toMatch(/\r\nCache-Control: no-store\r\n/);
  expectSecured(response);
});

test('a target in absolute form may have its scheme in capitals', async () => {
  const response = await send(
    await start(),
    'GET HTTP://a/web/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});
