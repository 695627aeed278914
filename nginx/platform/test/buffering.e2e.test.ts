import { execFile } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Calls } from '@web/bff/platform/contract/call';
import { bytes, events } from '@web/bff/platform/contract/content';
import { limits } from '@web/bff/platform/contract/limits';
import { startWithFakeBff } from './start-with-fake-bff.ts';

const call = { summary: '', permission: 'status:read', errors: [] };
const calls = {
  'GET /files': { ...call, id: 'file', responses: { 200: bytes('application/pdf') } },
  'GET /events': { ...call, id: 'events', responses: { 200: events({ type: 'object' }) } },
} as const satisfies Calls;

type Nginx = Awaited<ReturnType<typeof startWithFakeBff>>;

/** Sends a request from an address, without reading the response. */
async function send({ port }: Nginx, request: string, address: string, body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  await once(
    socket.on('error', () => {}),
    'connect',
  );
  socket.write(`${request} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n${body}\r\n`);
  return socket;
}

const STALLED = 'content-length: 1000\r\n';

const statusOf = async ({ request }: Nginx, address: string, path = '/api/x') =>
  (await request(path, { 'x-forwarded-for': address })).status;

function write({ port }: Nginx, address: string, path = '/api/x'): Promise<Response> {
  const headers = { 'x-forwarded-for': address };
  return fetch(`http://127.0.0.1:${port}/web${path}`, { method: 'POST', headers, body: 'x' });
}

test('a body reaches the BFF only when it is complete', async () => {
  const nginx = await startWithFakeBff();
  const stalled = await send(nginx, 'POST /web/api/x', '203.0.113.1', STALLED);
  stalled.write('8 bytes.');
  expect(await statusOf(nginx, '203.0.113.2')).toBe(200);
  expect(nginx.received.map(({ method }) => method)).toEqual(['GET']);
  stalled.write('x'.repeat(992));
  await expect.poll(() => nginx.received.map(({ method }) => method)).toEqual(['GET', 'POST']);
});

test('a download is buffered if its client does not read it', async () => {
  const sent: ServerResponse[] = [];
  const nginx = await startWithFakeBff(
    (_request, response) => {
      sent.push(response.writeHead(200, { 'content-type': 'application/pdf' }));
      response.end(Buffer.alloc(10_000_000));
    },
    {},
    calls,
  );
  const unread = Array.from({ length: 10 }, () => send(nginx, 'GET /web/api/files', '203.0.113.1'));
  await Promise.all(unread);
  await expect.poll(() => sent.filter(({ writableFinished }) => writableFinished).length).toBe(10);
});

/** Starts nginx with room for this many buffered calls of each kind. */
async function startWithPlaces(
  places: number,
  respond?: Parameters<typeof startWithFakeBff>[0],
  options = {},
) {
  const slot = limits.BODY_BYTES + 2 * limits.BUFFERED_RESPONSE_BYTES + 3 * 65_536;
  const bytesNeeded = (3 / 2) * (places / 4) * slot;
  const megabytes = String(Math.ceil(bytesNeeded / 1_048_576));
  return startWithFakeBff(respond, { BUFFER_MEGABYTES: megabytes }, calls, options);
}

/** Fills the buffers with requests whose bodies stay incomplete, until a complete request from the first address gets 503. */
async function fill(nginx: Nginx, addresses: readonly string[], request = 'POST /web/api/x') {
  const sockets: Socket[] = [];
  const stallAll = async () => {
    for (const address of addresses)
      // oxlint-disable-next-line no-await-in-loop
      sockets.push(await send(nginx, request, address, STALLED));
    return (await write(nginx, addresses[0] ?? '', request.split('/web')[1])).status;
  };
  await expect.poll(stallAll).toBe(503);
  return sockets;
}
const ipv4 = (number: number) => `203.0.113.${number}`;

test('it takes eight IP addresses to fill the buffers of one kind of call; other kinds of calls stay available', async () => {
  const nginx = await startWithPlaces(64);
  const sockets: Socket[] = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    sockets.push(...(await fill(nginx, [ipv4(number)])));
    expect((await write(nginx, ipv4(9))).status).toBe(200);
  }
  await fill(nginx, [ipv4(8)]);
  const rejected = await write(nginx, ipv4(9));
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await rejected.json()).toMatchObject({ code: 'unavailable' });
  for (const path of ['/', '/api/x', '/api/events', '/api/files'])
    expect(await statusOf(nginx, ipv4(9), path)).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await write(nginx, ipv4(9))).status).toBe(200);
});

test('one IPv6 /64 can fill at most an eighth of the buffers, and one /48 at most a quarter', async () => {
  const nginx = await startWithPlaces(64);
  await fill(nginx, ['2001:db8::1', '2001:db8:0:0:1::1', '2001:db8::1:0:0:1', '2001:db8:0:0:ffff::']);
  expect((await write(nginx, '2001:db8::ffff')).status).toBe(503);
  expect((await write(nginx, '2001:db8:0:1::1')).status).toBe(200);
  await fill(nginx, ['2001:db8:0:1::1', '2001:db8:0:2::1']);
  expect((await write(nginx, '2001:db8:0:3::1')).status).toBe(503);
  expect((await write(nginx, '2001:db8:1::1')).status).toBe(200);
});

test.each([
  ['one IPv4 address', 8, () => ipv4(1)],
  ['one IPv6 /48', 4, (index: number) => `2001:db8:0:${(index % 40).toString(16)}::1`],
])(
  '%s gets at most 1/%i of the requests that the BFF admits, reads and writes together; event streams do not count',
  async (_what, share, addressOf) => {
    let hanging = 0;
    const nginx = await startWithFakeBff(
      ({ url }, response) => {
        if (url?.includes('hang')) hanging += 1;
        else response.end('{}');
      },
      {},
      calls,
    );
    const most = limits.MAX_CONCURRENT_REQUESTS / share;
    for (let index = 0; index < most; index += 1) {
      const body = index % 2 ? 'content-length: 0\r\n' : 'content-length: 1\r\n\r\nx';
      // oxlint-disable-next-line no-await-in-loop
      await send(nginx, `${index % 2 ? 'GET' : 'POST'} /web/api/hang`, addressOf(index), body);
    }
    await expect.poll(() => hanging).toBe(most);
    expect(await statusOf(nginx, addressOf(0))).toBe(503);
    expect(await statusOf(nginx, addressOf(0), '/api/events')).toBe(200);
    expect(await statusOf(nginx, ipv4(9))).toBe(200);
  },
);

test('an IPv4-mapped IPv6 address shares the limits of its IPv4 address', async () => {
  const nginx = await startWithPlaces(64);
  await fill(nginx, ['::ffff:203.0.113.1', '203.0.113.1']);
  expect((await write(nginx, '::ffff:cb00:7101')).status).toBe(503);
  expect((await write(nginx, '::ffff:203.0.113.2')).status).toBe(200);
});

test('the buffer limits also apply to a product’s location', async () => {
  const product = { 'server.conf': 'location ^~ ${BASE_PATH}/tiles/ { proxy_pass http://bff; }' };
  const nginx = await startWithPlaces(64, undefined, { product });
  await fill(nginx, [ipv4(1)], 'POST /web/tiles/1');
  expect((await write(nginx, ipv4(2), '/tiles/1')).status).toBe(200);
});

test('while the disk for buffers is full, only requests with large bodies fail, with 503', async () => {
  const nginx = await startWithFakeBff(
    ({ url }, response) => response.end(url?.includes('large') ? Buffer.alloc(5_000_000) : '{}'),
    {},
    calls,
    { diskSize: '1m' },
  );
  const stalled: Socket[] = [];
  for (const number of [1, 2]) {
    const socket = await send(nginx, 'POST /web/api/x', ipv4(number), 'content-length: 1000000\r\n');
    socket.write(Buffer.alloc(900_000));
    stalled.push(socket);
  }
  const post = (size: number) =>
    fetch(`http://127.0.0.1:${nginx.port}/web/api/x`, { method: 'POST', body: Buffer.alloc(size) });
  await expect.poll(async () => (await post(500_000)).status).toBe(503);
  const rejected = await post(500_000);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await rejected.json()).toMatchObject({ code: 'unavailable' });
  expect((await post(1_000)).status).toBe(200);
  for (const path of ['/', '/api/x']) expect(await statusOf(nginx, ipv4(9), path)).toBe(200);
  for (const socket of stalled) socket.destroy();
  await expect.poll(async () => (await post(500_000)).status).toBe(200);
});

test.each([
  ['the client’s network has filled its share of the buffers', 503],
  ['the BFF is down', 502],
])('a call with its own bodyBytes returns a problem when %s', async (_, status) => {
  const large = { 'POST /large': { ...call, id: 'large', bodyBytes: 20_000_000, responses: {} } } as const;
  const respond =
    status === 502 ? (_request: unknown, response: ServerResponse) => void response.destroy() : undefined;
  const nginx = await startWithFakeBff(respond, {}, large);
  if (status === 503) await fill(nginx, [ipv4(1)], 'POST /web/api/large');
  const headers = { 'x-forwarded-for': ipv4(1) };
  const body = Buffer.alloc(2_000_000);
  const response = await fetch(`http://127.0.0.1:${nginx.port}/web/api/large`, {
    method: 'POST',
    headers,
    body,
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([
    status,
    status === 503 ? '1' : null,
  ]);
  expect(await response.json()).toMatchObject({ status });
});

test('stalled request bodies that are sent to an event stream’s path count towards the limit of buffers: beyond it, a request gets 503', async () => {
  const nginx = await startWithPlaces(64);
  await fill(nginx, ['203.0.113.1'], 'GET /web/api/events');
});

test('a JSON response whose path matches an event stream’s location is not buffered in files', async () => {
  let sent: ServerResponse | undefined;
  const streams = { 'GET /things/:id/events': calls['GET /events'] };
  const nginx = await startWithFakeBff(
    (_request, response) => {
      sent = response.writeHead(200, { 'content-type': 'application/json' });
      response.end(Buffer.alloc(20_000_000));
    },
    {},
    streams,
  );
  const files = () =>
    promisify(execFile)('sh', [
      '-c',
      `ls -l /proc/[0-9]*/fd 2>/dev/null | grep -c '${nginx.folder}/proxy/' || true`,
    ]);
  await send(nginx, 'GET /web/api/things/1/parts/events', '203.0.113.1');
  await expect.poll(() => sent?.headersSent).toBe(true);
  await sleep(500);
  expect((await files()).stdout.trim()).toBe('0');
});

test('a long method, path, host and User-Agent are truncated in the log', async () => {
  const nginx = await startWithFakeBff();
  const [path, host, agent, method] = ['x', 'h', 'y', 'M'].map((letter) => letter.repeat(3_500));
  const fields = `host: ${host}:80\r\nuser-agent: ${agent}\r\nconnection: close`;
  await nginx.send(`${method} /web/api/${path} HTTP/1.1\r\n${fields}\r\n\r\n`);
  const lines = () => nginx.logs().then((text) => text.split('\n').filter((line) => line.startsWith('{')));
  await expect.poll(async () => (await lines()).length).toBe(1);
  const [line = ''] = await lines();
  expect(JSON.parse(line)).toMatchObject({
    'http.request.method': 'M'.repeat(20),
    'server.address': 'h'.repeat(255),
    'user_agent.original': 'y'.repeat(1_000),
  });
  expect(line.length).toBeLessThan(3_000);
});
