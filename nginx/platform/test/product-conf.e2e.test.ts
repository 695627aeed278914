import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Duplex } from 'node:stream';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { securityHeaders } from '@web/bff/platform/edge/security-headers';
import { root, run } from '@web/bff/platform/testing/processes';
import { makeAuthority } from '@web/bff/platform/test/certificate-authority';
import { scratchCopy } from '@web/bff/platform/test/scratch-copy';
import { startTestBff } from '@web/bff/platform/test/test-bundles';
import { chromium } from '@web/client/platform/testing/browser/chromium';
import { openTarget } from '#platform/conformance/target.ts';
import { runCases } from '#platform/conformance/run-cases.ts';
import { startNginx } from '#platform/testing/start-nginx.ts';
import { startServer } from '#platform/testing/start-server.ts';
import { proxyNames } from './ingress/proxies.ts';
import { startProxy } from './ingress/start-proxy.ts';
import { stopAfterAll } from './stop-after-all.ts';

const started = stopAfterAll();
let bffPort = 0;
beforeAll(async () => {
  bffPort = started(await startTestBff()).port;
});

/** Returns the two files in nginx/docs/deployment.md. If `servicePort` is defined, replaces the services' addresses. */
async function recipe(servicePort?: number): Promise<Record<string, string>> {
  const page = await readFile(join(root, 'nginx/docs/deployment.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/```nginx\n([^]*?)```/g), ([, text = '']) =>
    servicePort === undefined ? text : text.replaceAll(/\w+:8080 resolve/g, `127.0.0.1:${servicePort}`),
  );
  const [http = '', server = ''] = blocks;
  return { 'http.conf': http, 'server.conf': server };
}

/** Starts nginx with the example's locations, and with a build that contains their files. */
async function startWithLocations(more = '') {
  const service = createServer((request, response) => {
    if (request.url === '/own') response.setHeader('content-security-policy', "default-src 'self'");
    response.end(`tile ${request.url}`);
  }).listen(0, '127.0.0.1');
  service.on('upgrade', answerMessages);
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const project = await scratchCopy();
  onTestFinished(() => rm(project, { recursive: true }));
  const manual = join(project, 'client/public/manual');
  await mkdir(manual);
  await writeFile(join(manual, 'index.html'), '<link rel="stylesheet" href="manual.css"><p>Start here.</p>');
  await writeFile(join(manual, 'manual.css'), 'p { color: rgb(1, 2, 3) }');
  await run('node', ['client/platform/build/build.ts'], { cwd: project });
  const product = await recipe((service.address() as AddressInfo).port);
  product['server.conf'] += more;
  const nginx = await startNginx({ bffPort, project, product });
  onTestFinished(nginx.stop);
  return { origin: `http://127.0.0.1:${nginx.port}`, port: nginx.port };
}

/** Accepts a WebSocket (RFC 6455, section 4.2.2), and sends `pong` for everything that arrives. */
function answerMessages({ headers }: IncomingMessage, socket: Duplex): void {
  const accept = createHash('sha1')
    .update(`${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  const fields = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${accept}`];
  socket.write(['HTTP/1.1 101 Switching Protocols', ...fields, '', ''].join('\r\n'));
  socket.on('data', () => socket.write('\x81\x04pong', 'latin1')).on('error', () => socket.destroy());
}

test('the locations in nginx/docs/deployment.md send the security headers, and the conformance cases still pass', async () => {
  const { origin } = await startWithLocations(
    'location ^~ ${BASE_PATH}/marked/ { set $file $path_in_build; include add-headers.conf; add_header X-Marked 1 always; try_files /manual/manual.css =404; }',
  );
  const get = (path: string) => fetch(`${origin}${BASE_PATH}${path}`, { redirect: 'manual' });
  const [tile, help, marked] = [await get('/tiles/1'), await get('/help'), await get('/marked/1')];
  expect(await tile.text()).toBe('tile /1');
  expect([help.status, help.headers.get('location')]).toEqual([302, `${BASE_PATH}/manual/`]);
  expect(marked.headers.get('x-marked')).toBe('1');
  for (const { url, headers } of [tile, help, marked, await get('/manual/none.html')])
    for (const [name, value] of Object.entries(securityHeaders))
      expect([url, name, headers.get(name)]).toEqual([url, name, value]);
  const own = await get('/tiles/own');
  expect(own.headers.get('content-security-policy')).toBe("default-src 'self'");
  const results = await runCases(openTarget(origin + BASE_PATH));
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
});

test('a page served by a product’s nginx location has that location’s Content-Security-Policy, and is compressed and revalidated', async () => {
  const { origin } = await startWithLocations();
  const page = await fetch(`${origin}${BASE_PATH}/manual/index.html`, {
    headers: { 'accept-encoding': 'br' },
  });
  expect(await page.text()).toContain('Start here.');
  expect(Object.fromEntries(page.headers)).toMatchObject({
    ...securityHeaders,
    'content-security-policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
    etag: expect.any(String),
  });
  const index = await fetch(`${origin}${BASE_PATH}/manual/`);
  expect([await index.text(), index.headers.get('content-type')]).toEqual([
    expect.stringContaining('Start here.'),
    'text/html; charset=utf-8',
  ]);
  expect(index.headers.get('content-security-policy')).toContain("default-src 'self'");
  const browser = await chromium();
  onTestFinished(() => browser.close());
  const shown = await browser.newPage();
  await shown.goto(page.url);
  const color = await shown.getByText('Start here.').evaluate((line) => getComputedStyle(line).color);
  expect(color).toBe('rgb(1, 2, 3)');
});

test('a WebSocket to the service behind a location works in both directions, also through each ingress', async () => {
  const { origin, port } = await startWithLocations();
  const authority = await makeAuthority();
  onTestFinished(authority.remove);
  const origins = [origin];
  for (const proxy of proxyNames) {
    const ingress = await startProxy(proxy, 'preserving', { upstreamPort: port, authority });
    onTestFinished(ingress.stop);
    origins.push(`https://localhost:${ingress.port}`);
  }
  for (const each of origins) {
    const socket = new WebSocket(`${each}${BASE_PATH}/api/chat`);
    await once(socket, 'open');
    socket.send('ping');
    expect((await once(socket, 'message'))[0]).toMatchObject({ data: 'pong' });
    socket.close();
  }
});

test('a location that denies a path also rejects a WebSocket handshake', async () => {
  const denied = { 'server.conf': 'location = ${BASE_PATH}/api/chat { deny all; }' };
  const nginx = await startNginx({ bffPort, product: denied });
  onTestFinished(nginx.stop);
  for (const headers of [{}, { connection: 'Upgrade', upgrade: 'websocket' }]) {
    const sent = get(`http://127.0.0.1:${nginx.port}${BASE_PATH}/api/chat`, { headers });
    const [{ statusCode }] = await once(sent, 'response');
    expect(statusCode).toBe(403);
  }
});

test('startNginx replaces a product’s `server … resolve` with a closed port; requests to that server return 502', async () => {
  const nginx = await startNginx({ bffPort, product: await recipe() });
  onTestFinished(nginx.stop);
  const { status } = await fetch(`http://127.0.0.1:${nginx.port}${BASE_PATH}/tiles/1`);
  expect(status).toBe(502);
});

test('a location with auth_request, as in nginx/docs/deployment.md, sends the cookies of the BFF’s response in addition to its own, also with an error', async () => {
  const page = await readFile(join(root, 'nginx/docs/deployment.md'), 'utf8');
  const [locations = ''] = /(?<=### Only for signed-in users\n[^]*?)(?: {4}.*\n)+/.exec(page) ?? [];
  const session = 'web-session=key.secret; Max-Age=43200; Path=/web; HttpOnly; SameSite=Lax';
  const hint = 'web-session-version=7; Max-Age=43200; Path=/web; SameSite=Lax';
  let [status, cookies] = [204, [] as string[]];
  const bodies: string[] = [];
  const bff = await startServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/page') return response.setHeader('set-cookie', ['a=1; Path=/', 'b=2']).end(body);
      bodies.push(body);
      return response.writeHead(status, { 'set-cookie': cookies }).end();
    });
  });
  onTestFinished(bff.stop);
  const product = {
    'http.conf': `upstream legacy { server 127.0.0.1:${bff.port}; }`,
    'server.conf': locations,
  };
  const nginx = await startNginx({ bffPort: bff.port, product });
  onTestFinished(nginx.stop);
  const ask = async (body?: string | ReadableStream) => {
    const options = body === undefined ? {} : { method: 'POST', body, duplex: 'half' };
    const address = `http://127.0.0.1:${nginx.port}/web/legacy/page`;
    const reply = await fetch(address, { redirect: 'manual', ...options });
    return { status: reply.status, cookies: reply.headers.getSetCookie(), body: await reply.text() };
  };
  const own = ['a=1; Path=/', 'b=2'];
  expect(await ask()).toMatchObject({ status: 200, cookies: own });
  cookies = [session];
  for (const body of ['x', new Blob(['x']).stream()])
    expect(await ask(body)).toEqual({ status: 200, cookies: [...own, session], body: 'x' });
  // Debian's nginx passes on only the first cookie. Newer versions join the cookies, as this response does.
  cookies = [`${session}, ${hint}`];
  expect((await ask()).cookies).toEqual([...own, session, hint]);
  for (const [denied, seen] of [
    [401, 302],
    [403, 403],
  ] as const) {
    status = denied;
    expect(await ask()).toMatchObject({ status: seen, cookies: [session, hint] });
  }
  expect(bodies.join('')).toBe('');
});
