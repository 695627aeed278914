import type { IncomingHttpHeaders } from 'node:http';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { json, service } from './kit/test/test-service.ts';
import { defineUpstream } from './kit/define-upstream.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { buildManagement } from '#platform/operations/management.ts';

const Thing = Type.Object({ id: Type.String() });

const things = defineUpstream('things', ({ get }) => ({
  find: (id: string) => get('/things/:id', { params: { id } }, Thing),
}));

test('a call uses its backend service with the id of the request; status, readiness and metrics show the state of the service', async () => {
  const received: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const url = await service((request, reply) => {
    received.push({ url: request.url, headers: request.headers });
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
  const unsent = { cookie: 'c=1', authorization: 'Bearer b', 'x-forwarded-for': '1.1.1.1' };
  const headers = { 'x-request-id': 'request-1', traceparent, ...unsent };
  expect((await app.inject({ url: `${API_PATH}/test/thing`, headers })).statusCode).toBe(200);
  expect(received).toMatchObject([
    { url: '/things/a%2Fb', headers: { 'x-request-id': 'request-1', traceparent } },
  ]);
  for (const name of Object.keys(unsent)) expect(received[0]?.headers).not.toHaveProperty(name);

  const after = [{ name: 'things', state: 'up' }];
  const now = await states();
  expect(now).toMatchObject({ status: after, ready: after });
  expect(now.metrics).toContain('upstream_up{upstream="things"} 1');
  expect(now.metrics).toContain(
    'upstream_request_duration_seconds_count{upstream="things",call="GET /things/:id",outcome="ok"} 1',
  );
  expect(JSON.stringify(now.status)).not.toContain(url.port);
});

test('the metrics show how many requests have a connection and wait for one, and whether the breaker is open', async () => {
  const gate = Promise.withResolvers<void>();
  const url = await service(async (_request, reply) => {
    await gate.promise;
    reply.writeHead(500).end();
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
    ['requests_under_way', 'queue_length', 'breaker_open'].map((name) =>
      app.metrics.getSingleMetricAsString(`upstream_${name}`),
    );
  const values = async () => (await Promise.all(await measured())).map((text) => text.split(' ').at(-1));
  const calls = [app.inject(`${API_PATH}/test/add`), app.inject(`${API_PATH}/test/add`)];
  await expect.poll(values).toEqual(['1', '1', '0']);
  gate.resolve();
  await Promise.all(calls);
  expect(await values()).toEqual(['0', '0', '1']);
});
