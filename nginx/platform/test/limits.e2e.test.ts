import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startWithFakeBff } from './start-with-fake-bff.ts';

const ADDRESS = { 'x-forwarded-for': '203.0.113.1' };
const OTHER = { 'x-forwarded-for': '203.0.113.2' };

async function expectRejection(response: Response | undefined, status: number, code: string): Promise<void> {
  expect([response?.status, response?.headers.get('retry-after')]).toEqual([status, '1']);
  expect(await response?.json()).toMatchObject({ code });
}

test('only the address that exceeds REQUESTS_PER_SECOND_PER_IP gets 429, with Retry-After', async () => {
  const { request } = await startWithFakeBff(undefined, { REQUESTS_PER_SECOND_PER_IP: '1' });
  const responses = await Promise.all(Array.from({ length: 20 }, () => request('/api/x', ADDRESS)));
  expect(responses.map(({ status }) => status)).toContain(200);
  const rejected = responses.find(({ status }) => status !== 200);
  await expectRejection(rejected, 429, 'too-many-requests');
  expect((await request('/api/x', OTHER)).status).toBe(200);
});

test('networks of one IPv6 /48 together get at most twice REQUESTS_PER_SECOND_PER_IP', async () => {
  const { request } = await startWithFakeBff(undefined, { REQUESTS_PER_SECOND_PER_IP: '1' });
  const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:0:${network}::1` });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, network) => request('/api/x', from(network))),
  );
  expect(responses.map(({ status }) => status)).toContain(200);
  const rejected = responses.find(({ status }) => status !== 200);
  await expectRejection(rejected, 429, 'too-many-requests');
  expect((await request('/api/x', { 'x-forwarded-for': '2001:db8:1::1' })).status).toBe(200);
});

test('only the address that reaches MAX_CONCURRENT_REQUESTS_PER_IP gets 503, with Retry-After', async () => {
  const held: ServerResponse[] = [];
  const { request } = await startWithFakeBff(
    ({ url }, response) => (url === '/web/api/held' ? held.push(response) : response.end('{}')),
    { MAX_CONCURRENT_REQUESTS_PER_IP: '2' },
  );
  const inFlight = [request('/api/held', ADDRESS), request('/api/held', ADDRESS)];
  await expect.poll(() => held.length).toBe(2);
  await expectRejection(await request('/api/x', ADDRESS), 503, 'unavailable');
  expect((await request('/api/x', OTHER)).status).toBe(200);
  for (const response of held) response.end();
  expect((await Promise.all(inFlight)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await request('/api/x', ADDRESS)).status).toBe(200);
});
