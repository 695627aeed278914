import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { startBefore } from './start-before.ts';

/** Starts nginx before a BFF that responds to `/web/api/held` when the test ends the response, and to all else at once. */
async function startHolding(env: Record<string, string> = {}) {
  const held: ServerResponse[] = [];
  const nginx = await startBefore((asked, response) => {
    if (asked.url === '/web/api/held') held.push(response);
    else response.end('{}');
  }, env);
  const from = (address: string) => (path: string) => nginx.request(path, { 'x-forwarded-for': address });
  return { ...nginx, held, send: from('203.0.113.1'), sendFromOther: from('203.0.113.2') };
}

async function expectRefusal(response: Response | undefined, status: 429 | 503): Promise<void> {
  expect(response?.status).toBe(status);
  expect(Object.fromEntries(response?.headers ?? [])).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
  });
  const code = { 429: 'too-many-requests', 503: 'unavailable' }[status];
  expect(await response?.json()).toMatchObject({ code });
}

test('an address that sends more requests in a second than REQUESTS_PER_SECOND_PER_ADDRESS gets 429 with Retry-After, another does not', async () => {
  const { send, sendFromOther, logs } = await startHolding({ REQUESTS_PER_SECOND_PER_ADDRESS: '1' });
  const responses = await Promise.all(Array.from({ length: 20 }, () => send('/api/x?secret')));
  expect(responses.map(({ status }) => status)).toContain(200);
  await expectRefusal(
    responses.find(({ status }) => status !== 200),
    429,
  );
  expect((await sendFromOther('/api/x')).status).toBe(200);
  expect(await logs()).not.toContain('secret');
});

test('an address with REQUESTS_AT_ONCE_PER_ADDRESS requests under way gets 503 with Retry-After, another does not', async () => {
  const { send, sendFromOther, held } = await startHolding({ REQUESTS_AT_ONCE_PER_ADDRESS: '2' });
  const underWay = [send('/api/held'), send('/api/held')];
  await expect.poll(() => held.length).toBe(2);
  await expectRefusal(await send('/api/x'), 503);
  expect((await sendFromOther('/api/x')).status).toBe(200);
  for (const response of held) response.end();
  expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual([200, 200]);
  await expect.poll(async () => (await send('/api/x')).status).toBe(200);
});
