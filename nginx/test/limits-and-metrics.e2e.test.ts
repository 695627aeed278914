import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startNginx } from './start-nginx.ts';

/** Starts nginx before a BFF that responds to `/web/api/held` when the test releases it, and to all else at once. */
async function start(env: Record<string, string> = {}) {
  const held: ServerResponse[] = [];
  const bff = createServer((request, response) => {
    if (request.url === '/web/api/held') held.push(response);
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(bff, 'listening');
  const { port, managementPort, stop, logs } = await startNginx({
    bffPort: (bff.address() as AddressInfo).port,
    env,
  });
  onTestFinished(async () => {
    await stop();
    bff.close();
    bff.closeAllConnections();
  });
  const request = (path: string, address: string) =>
    fetch(`http://127.0.0.1:${port}/web${path}`, { headers: { 'x-forwarded-for': address } });
  const manage = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${managementPort}${path}`);
    return { type: response.headers.get('content-type'), text: await response.text() };
  };
  return { request, manage, held, logs };
}

const [ONE, OTHER] = ['203.0.113.1', '203.0.113.2'];

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'x-content-type-options': 'nosniff',
  });
  expect(await response.json()).toMatchObject({
    code: 'too-many-requests',
    requestId: response.headers.get('x-request-id'),
  });
}

test('an address that sends more requests in a second than REQUESTS_PER_SECOND_PER_ADDRESS gets 429 with Retry-After, another does not', async () => {
  const { request, logs } = await start({ REQUESTS_PER_SECOND_PER_ADDRESS: '1' });
  const responses = await Promise.all(Array.from({ length: 20 }, () => request('/api/x?secret', ONE)));
  expect(responses.map(({ status }) => status)).toContain(200);
  await expectRefusal(responses.find(({ status }) => status !== 200) as Response);
  expect((await request('/api/x', OTHER)).status).toBe(200);
  expect(await logs()).not.toContain('secret');
  const documents = await Promise.all(Array.from({ length: 20 }, () => request('/', ONE)));
  const refused = documents.find(({ status }) => status === 429);
  expect(await refused?.text()).toBe('429 Too Many Requests\n');
});

test('an address with REQUESTS_AT_ONCE_PER_ADDRESS requests under way gets 429 with Retry-After, another does not', async () => {
  const { request, held } = await start({ REQUESTS_AT_ONCE_PER_ADDRESS: '2' });
  const underWay = [request('/api/held', ONE), request('/api/held', ONE)];
  await expect.poll(() => held.length).toBe(2);
  await expectRefusal(await request('/api/x', ONE));
  expect((await request('/api/x', OTHER)).status).toBe(200);
  for (const response of held) response.end();
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await request('/api/x', ONE)).status).toBe(200);
});

test('without these settings, one address may have 1,000 requests under way', async () => {
  const { request, held } = await start();
  const underWay: Promise<Response>[] = [];
  for (let count = 100; count <= 1_000; count += 100) {
    for (let index = 0; index < 100; index += 1) underWay.push(request('/api/held', ONE));
    // oxlint-disable-next-line no-await-in-loop
    await expect.poll(() => held.length).toBe(count);
  }
  await expectRefusal(await request('/api/x', ONE));
  expect((await request('/api/x', OTHER)).status).toBe(200);
  for (const response of held) response.end();
  expect(new Set((await Promise.all(underWay)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('the management port has the connections in the format of Prometheus, and the requests in that of nginx', async () => {
  const { request, manage, held } = await start();
  const underWay = request('/api/held', ONE);
  await expect.poll(() => held.length).toBe(1);
  const { type, text } = await manage('/metrics');
  expect(type).toBe('text/plain; version=0.0.4');
  const value = (name: string, from: string) =>
    Number(new RegExp(`^nginx_${name} (\\d+)$`, 'm').exec(from)?.[1]);
  // The held request and this one.
  expect(value('connections_active', text)).toBeGreaterThanOrEqual(2);
  expect(value('connections_writing', text)).toBeGreaterThanOrEqual(1);
  for (const name of ['connections_reading', 'connections_waiting'])
    expect([name, value(name, text)]).toEqual([name, expect.any(Number)]);
  const types = [...text.matchAll(/^# TYPE (\w+) (?:gauge|counter)\n\1 \d+$/gm)];
  expect(types).toHaveLength(5);
  held[0]?.end();
  await underWay;
  expect((await manage('/stub_status')).text).toMatch(/^server accepts handled requests\n \d+ \d+ \d+ $/m);
});
