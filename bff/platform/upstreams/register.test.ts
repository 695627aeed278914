import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { testApp } from '#platform/test/test-app.ts';
import { json, service } from './test/test-service.ts';
import { defineUpstream } from './define-upstream.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { buildManagement } from '#platform/operations/management.ts';

const Thing = Type.Object({ id: Type.String() });

const things = defineUpstream('things', ({ get }) => ({
  find: (id: string) => get('/things/:id', { params: { id } }, Thing),
}));

test('an upstream request has the id and trace of the client’s request; status, readiness and metrics show the upstream’s state', async () => {
  let received: IncomingHttpHeaders = {};
  const url = await service((request, reply) => {
    received = request.headers;
    json({ id: '1', secret: 's' })(request, reply);
  });
  const app = await testApp({ upstreams: { things: url } }, { upstreams: { things } });
  app.get(`${API_PATH}/test/thing`, { config: { permission: 'status:read' } }, (request) =>
    (request.upstreams as unknown as { things: { find(id: string): Promise<unknown> } }).things.find('a/b'),
  );
  const management = await buildManagement(app, () => true);
  const states = async () => ({
    status: (await app.inject(`${API_PATH}/status`)).json<{ dependencies: unknown }>().dependencies,
    ready: (await management.inject('/readyz')).json<{ upstreams: unknown }>().upstreams,
    metrics: (await management.inject('/metrics')).body,
  });

  const before = [{ name: 'things', state: 'unknown' }];
  expect(await states()).toMatchObject({ status: before, ready: before });

  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const headers = { 'x-request-id': 'request-1', traceparent };
  expect((await app.inject({ url: `${API_PATH}/test/thing`, headers })).statusCode).toBe(200);
  expect(received).toMatchObject(headers);

  const after = [{ name: 'things', state: 'up' }];
  const now = await states();
  expect(now).toMatchObject({ status: after, ready: after });
  expect(now.metrics).toContain('upstream_up{upstream="things"} 1');
  expect(now.metrics).toContain(
    'upstream_requests_total{upstream="things",call="GET /things/:id",outcome="ok"} 1',
  );
  expect(JSON.stringify(now.status)).not.toContain(url.port);
});

test('a call’s deadlineMs extends the timeouts of its upstream requests, unless a request sets its own timeout', async () => {
  const url = await service(async (request, reply) => {
    await sleep(400);
    json({ id: '1' })(request, reply);
  });
  const slow = defineUpstream(
    'things',
    ({ get }) => ({
      find: () => get('/things', {}, Thing),
      findSoon: () => get('/things', { limits: { totalMs: 100 } }, Thing),
    }),
    { headersMs: 100, totalMs: 200 },
  );
  const app = await testApp({ upstreams: { things: url } }, { upstreams: { things: slow } });
  type Client = Readonly<Record<string, { find(): Promise<unknown>; findSoon(): Promise<unknown> }>>;
  const clientOf = ({ upstreams }: FastifyRequest) => (upstreams as unknown as Client)['things'];
  const own = { config: { permission: 'status:read', deadlineMs: 10_000 } };
  const common = { config: { permission: 'status:read' } };
  app.get(`${API_PATH}/test/own`, own, async (request) => clientOf(request)?.find());
  app.get(`${API_PATH}/test/soon`, own, async (request) => clientOf(request)?.findSoon());
  app.get(`${API_PATH}/test/common`, common, async (request) => clientOf(request)?.find());
  const statusOf = async (path: string) => (await app.inject(`${API_PATH}/test/${path}`)).statusCode;
  expect(await Promise.all(['own', 'soon', 'common'].map(statusOf))).toEqual([200, 504, 504]);
});

test('metrics count active requests, queued requests and open breakers', async () => {
  const gate = Promise.withResolvers<void>();
  const url = await service(async (_request, reply) => {
    await gate.promise;
    reply.writeHead(503).end();
  });
  const narrow = defineUpstream('things', ({ post }) => ({ add: () => post('/things', {}) }), {
    connections: 1,
    breakAtLeast: 1,
  });
  const app = await testApp({ upstreams: { things: url } }, { upstreams: { things: narrow } });
  app.get(`${API_PATH}/test/add`, { config: { permission: 'status:read' } }, (request) =>
    (request.upstreams as unknown as { things: { add(): Promise<void> } }).things.add(),
  );
  const measured = async () =>
    ['requests_in_flight', 'queue_length', 'breaker_open'].map((name) =>
      app.metrics.getSingleMetricAsString(`upstream_${name}`),
    );
  const values = async () => (await Promise.all(await measured())).map((text) => text.split(' ').at(-1));
  const calls = [app.inject(`${API_PATH}/test/add`), app.inject(`${API_PATH}/test/add`)];
  await expect.poll(values).toEqual(['1', '1', '0']);
  gate.resolve();
  await Promise.all(calls);
  expect(await values()).toEqual(['0', '0', '1']);
});
