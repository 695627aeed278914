import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { buildManagement } from '#platform/operations/management.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { service } from '#platform/upstreams/test/test-service.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';

const SAMPLE_MS = 250;

afterEach(() => void vi.restoreAllMocks());

/** Starts the application with a call that responds when the test releases it. */
async function start(
  modules: Parameters<typeof testApp>[1] = {},
  config: Parameters<typeof testApp>[0] = {},
) {
  const gate = Promise.withResolvers<void>();
  const app = await testApp({ logLevel: 'warn', ...config }, modules);
  let started = 0;
  app.get(`${API_PATH}/held`, { config: { permission: 'status:read' } }, async () => {
    started += 1;
    await gate.promise;
    return {};
  });
  app.get(`${API_PATH}/slow`, { config: { permission: 'status:read' } }, async ({ upstreams }) => {
    await (upstreams as unknown as { slow: { wait: () => Promise<unknown> } }).slow.wait();
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => gate.resolve());
  const api = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}${API_PATH}`;
  const hold = async (count: number) => {
    const before = started;
    const held = Array.from({ length: count }, () => fetch(`${api}/held`));
    await expect.poll(() => started).toBe(before + count);
    return held;
  };
  return { app, api, hold, release: gate.resolve };
}

/** Sets the event loop utilization that the next request samples. */
async function become(utilization: 0 | 0.7 | 1) {
  vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 0, active: 0, utilization });
  await sleep(SAMPLE_MS);
}

const metric = async (app: FastifyInstance, name: string) =>
  Number(new RegExp(`^${name} (.*)$`, 'm').exec(await app.metrics.metrics())?.[1]);

test('over the limit, a busy process rejects a new request with 503 and Retry-After, and finishes the requests in progress', async () => {
  const { entries, stream } = logEntries();
  const { app, api, hold, release } = await start({ logTo: stream });
  const held = await hold(limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY);
  await become(1);
  const rejected = await fetch(`${api}/status`, { headers: { 'x-request-id': 'one-too-many' } });
  expect(rejected.status).toBe(503);
  expect(Object.fromEntries(rejected.headers)).toMatchObject({
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'retry-after': '1',
    'x-request-id': 'one-too-many',
  });
  expect(await rejected.json()).toMatchObject({ code: 'unavailable', requestId: 'one-too-many' });
  expect(await metric(app, 'http_requests_shed_total')).toBe(1);
  expect(await metric(app, 'http_requests_in_flight')).toBe(limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY);
  const management = await buildManagement(app, () => true);
  expect((await management.inject('/readyz')).statusCode).toBe(200);
  release();
  const statuses = (await Promise.all(held)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => metric(app, 'http_requests_in_flight')).toBe(0);
  await sleep(SAMPLE_MS);
  expect((await fetch(`${api}/status`)).status).toBe(200);
  expect(entries).toContainEqual(
    expect.objectContaining({ msg: 'overloaded: requests rejected', rejected: 1 }),
  );
});

test('an idle process accepts more requests than a busy process', async () => {
  const { api, hold, release } = await start();
  await become(0);
  const held = await hold(limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY);
  await sleep(SAMPLE_MS);
  expect((await fetch(`${api}/status`)).status).toBe(200);
  release();
  await Promise.all(held);
});

test.each([
  { utilization: 0, held: 3, turns: 1 },
  { utilization: 0.7, held: 1.2, turns: 2 },
] as const)(
  'after a burst, a process with a utilization of $utilization accepts a request after $turns × 250 ms, however few requests arrived meanwhile',
  async ({ utilization, held: share, turns }) => {
    const { api, hold, release } = await start();
    await become(0);
    const held = await hold(Math.floor(share * limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY));
    await become(1);
    expect((await fetch(`${api}/status`)).status).toBe(503);
    await become(utilization);
    if (turns > 1) await sleep((turns - 1) * SAMPLE_MS);
    expect((await fetch(`${api}/status`)).status).toBe(200);
    release();
    await Promise.all(held);
  },
);

test('open event streams do not count as requests in progress', async () => {
  const { app, api } = await start();
  const streams = await Promise.all(
    Array.from({ length: limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY }, () => fetch(`${api}/test/events`)),
  );
  await become(1);
  expect((await fetch(`${api}/status`)).status).toBe(200);
  expect(await metric(app, 'http_requests_in_flight')).toBeLessThanOrEqual(1);
  for (const { body } of streams) await body?.cancel();
});

test('while the process is busy, requests that wait for a slow upstream do not count', async () => {
  const held: (() => void)[] = [];
  const url = await service((_request, reply) => held.push(() => void reply.end()));
  const slow = defineUpstream('slow', ({ get }) => ({ wait: () => get('/slow', {}) }), {
    connections: 200,
    headersMs: 60_000,
    totalMs: 60_000,
  });
  const { app, api } = await start({ upstreams: { slow } }, { upstreams: { slow: url } });
  const count = limits.MAX_CONCURRENT_REQUESTS_WHEN_BUSY + 10;
  await become(0);
  const waiting = Array.from({ length: count }, () => fetch(`${api}/slow`));
  await expect.poll(() => held.length, { timeout: 5_000 }).toBe(count);
  await become(1);
  // Two samples later, they can no longer be waiting for the event loop.
  await expect.poll(async () => (await fetch(`${api}/status`)).status, { timeout: 10_000 }).toBe(200);
  expect(await metric(app, 'http_requests_in_flight')).toBe(count);
  for (const end of held) end();
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
});
