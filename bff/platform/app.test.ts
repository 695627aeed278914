import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { expect, test } from 'vitest';
import manifest from '#package.json' with { type: 'json' };
import type { Config } from './config.ts';
import { transition } from './test/calls/test-calls.ts';
import { logEntries, rawConnection, testApp } from './test/test-app.ts';
import { BASE_PATH } from './contract/product/constants.ts';
import { ANY_ROLE } from './contract/call.ts';
import { API_PATH } from './contract/api-path.ts';
import { limits } from './contract/limits.ts';
import { platformErrors as errors, type PlatformCode as ErrorCode } from './contract/platform-errors.ts';
import { logging, readable } from './operations/logging.ts';
import { buildManagement } from './operations/management.ts';

const stuck = { config: { permission: 'status:read', deadlineMs: 50 } };
const sameSiteHeaders = { 'x-requested-by': 'test' };

test('GET /status returns name, version and start time, with Cache-Control: no-store', async () => {
  const app = await testApp();
  await app.ready();
  const call = request(app.server).get(`${API_PATH}/status`);
  const { body } = await call.expect(200).expect('cache-control', 'no-store');
  expect(body).toEqual({
    name: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    platform: (manifest as { readonly platform?: string }).platform,
    startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    dependencies: [],
  });
});

test.each(Object.entries(errors))(
  'the error %s is sent as application/problem+json',
  async (code, { status, title, detail }) => {
    const reply = await (await testApp()).inject(`${API_PATH}/test/fail/${code}`);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/);
    const requestId = reply.headers['x-request-id'];
    expect(reply.json()).toEqual({
      type: `urn:problem-type:${code}`,
      title,
      status,
      detail,
      code,
      requestId,
      ...(code === 'transition-not-allowed' && transition),
    });
  },
);

const body = { method: 'POST', url: `${API_PATH}/test/body` };
const typed = (type: string) => ({ headers: { ...sameSiteHeaders, 'content-type': type } });

test.each<[string, object, ErrorCode]>([
  ['a body that is not JSON', { ...body, ...typed('application/json'), payload: '{' }, 'bad-request'],
  ['another media type', { ...body, ...typed('text/csv'), payload: 'a' }, 'unsupported-media-type'],
  ['a body over the limit', { ...body, payload: 'x'.repeat(limits.BODY_BYTES + 1) }, 'content-too-large'],
])('a request with %s returns a problem', async (_what, options, code) => {
  const reply = await (await testApp()).inject(options);
  expect(reply.json()).toMatchObject({ code, status: errors[code].status });
  expect(reply.statusCode).toBe(errors[code].status);
});

test('an internal error returns 500 without details', async () => {
  const reply = await (await testApp()).inject(`${API_PATH}/test/crash`);
  expect(reply.statusCode).toBe(500);
  expect(reply.body).not.toMatch(/postgres|hunter2/);
});

test('a call that exceeds its deadline returns 504, and its handler is cancelled', async () => {
  const app = await testApp();
  expect((await app.inject(`${API_PATH}/test/slow`)).statusCode).toBe(504);
  expect((await app.inject(`${API_PATH}/test/cancelled`)).json()).toEqual({ cancelled: 1 });
});

test.each([
  ['a valid request id of the client is kept', 'abc-123_DEF.4', 'abc-123_DEF.4'],
  ['an invalid request id of the client is replaced', 'a b', expect.stringMatching(/^[0-9a-f-]{36}$/)],
])('%s', async (_what, sent, expected) => {
  const headers = { 'x-request-id': sent };
  const reply = await (await testApp()).inject({ url: `${API_PATH}/test/echo/x`, headers });
  expect(reply.json()).toMatchObject({ requestId: expected });
  expect(reply.headers['x-request-id']).toEqual(expected);
});

test('X-Forwarded-* headers are read from trusted peers only', async () => {
  const url = `${API_PATH}/test/echo/x`;
  const headers = {
    host: 'inner',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'example.org:8443',
  };
  const believed = await (await testApp()).inject({ url, headers });
  expect(believed.json()).toMatchObject({ ip: '203.0.113.9', scheme: 'https', host: 'example.org:8443' });
  const ignored = await (await testApp({ trustedProxies: ['10.0.0.0/8'] })).inject({ url, headers });
  expect(ignored.json()).toMatchObject({ ip: '127.0.0.1', scheme: 'http', host: 'inner' });
});

test.each([
  ['br, gzip', 'text/5000', 'br'],
  ['gzip', 'text/5000', 'gzip'],
  ['br', 'text/100', 'none'],
  // A route with `compress: false`.
  ['br', 'text-as-it-is', 'identity'],
])(
  'with Accept-Encoding %j, GET /test/%s responds with Content-Encoding %s',
  async (accepted, path, encoding) => {
    const headers = { 'accept-encoding': accepted };
    const reply = await (await testApp()).inject({ url: `${API_PATH}/test/${path}`, headers });
    expect(reply.headers['content-encoding'] ?? 'none').toBe(encoding);
    if (encoding === 'identity') expect(reply.json()).toMatchObject({ text: 'x'.repeat(5000) });
  },
);

test('a response over TLS has Strict-Transport-Security if HSTS_SECONDS is set', async () => {
  const ask = async (hstsSeconds: number | undefined, scheme: string, config: Partial<Config> = {}) => {
    const app = await testApp({ hstsSeconds, ...config });
    const reply = await app.inject({ url: '/', headers: { 'x-forwarded-proto': scheme } });
    return reply.headers['strict-transport-security'];
  };
  expect(await ask(31_536_000, 'https')).toBe('max-age=31536000');
  expect(await ask(60, 'http')).toBeUndefined();
  expect(await ask(undefined, 'https')).toBeUndefined();
  expect(await ask(60, 'https', { trustedProxies: [] })).toBeUndefined();
});

test('a plugin’s route passes through the platform’s hooks; a route without a permission fails startup', async () => {
  const path = `${API_PATH}/webhooks/payments`;
  const plugins = (config: object) => async (app: FastifyInstance) => {
    app.addHook('onSend', async (_request, reply) => void reply.header('x-product', '1'));
    app.post(path, { config }, async ({ session }) => ({ role: session.role }));
  };
  const app = await testApp({}, { plugins: plugins({ permission: 'status:read' }) });
  const reply = await app.inject({ method: 'POST', url: path, headers: sameSiteHeaders });
  expect([reply.json(), reply.headers['x-content-type-options']]).toEqual([{ role: 'anonymous' }, 'nosniff']);
  expect((await app.inject(`${API_PATH}/status`)).headers['x-product']).toBe('1');
  expect((await app.inject({ method: 'POST', url: path })).statusCode).toBe(403);
  await expect(testApp({}, { plugins: plugins({}) })).rejects.toThrow(`POST ${path} has no permission`);
});

const never = () => new Promise(() => {});

test.each<[string, (app: FastifyInstance) => void]>([
  ['an async handler', (app) => app.get(`${API_PATH}/stuck`, stuck, never)],
  ['a handler with a callback', (app) => app.get(`${API_PATH}/stuck`, stuck, () => {})],
  ['a hook', (app) => app.get(`${API_PATH}/stuck`, { ...stuck, preHandler: never }, () => 'not reached')],
])('a plugin’s route returns 504 at its deadline if %s never ends', async (_what, plugin) => {
  const app = await testApp({}, { plugins: async (own) => plugin(own) });
  const reply = await app.inject(`${API_PATH}/stuck`);
  expect([reply.statusCode, reply.json()]).toMatchObject([504, { code: 'deadline-exceeded' }]);
});

test('a deadline does not end a plugin’s response that has begun', async () => {
  const plugins = async (app: FastifyInstance) =>
    void app.get(`${API_PATH}/stuck`, stuck, async (_request, reply) => {
      reply.hijack();
      reply.raw.write('a ');
      setTimeout(() => reply.raw.end('part'), 200);
    });
  expect((await (await testApp({}, { plugins })).inject(`${API_PATH}/stuck`)).body).toBe('a part');
});

test('a client that disconnects from an async handler’s stream causes no error in the log', async () => {
  const { entries, stream } = logEntries();
  const ended = Promise.withResolvers<void>();
  const plugins = async (app: FastifyInstance) =>
    void app.get(`${API_PATH}/stream`, { config: { permission: 'status:read' } }, async (_request, reply) => {
      const body = new PassThrough().on('close', () => ended.resolve());
      body.write('a part');
      return reply.send(body);
    });
  const app = await testApp({ logLevel: 'warn' }, { plugins, logTo: stream });
  const socket = await rawConnection(app);
  socket.write(`GET ${API_PATH}/stream HTTP/1.1\r\nhost: x\r\n\r\n`);
  await once(socket, 'data');
  socket.destroy();
  await ended.promise;
  await setImmediate();
  expect(entries).toEqual([]);
});

test.each([
  ['POST', `${BASE_PATH}/webhooks`, 'status:read'],
  ['POST', '/web/:part/webhooks', ANY_ROLE],
  ['GET', `${API_PATH}-other`, 'status:read'],
] as const)(
  'startup fails if a plugin’s route %s %s is outside the API path',
  async (method, url, permission) => {
    const route = { method, url, config: { permission }, handler: async () => 'x' };
    const plugins = async (app: FastifyInstance) => void app.route(route);
    await expect(testApp({}, { plugins })).rejects.toThrow(`${method} ${url} must be beneath ${API_PATH}`);
  },
);

test('the log has one line per request, without the query or secrets', async () => {
  const { entries, stream } = logEntries();
  const { loggerInstance } = logging('info', { to: stream });
  const app = await testApp({ logLevel: 'info' }, { logTo: stream });
  await app.inject({
    url: `${API_PATH}/status?token=hunter2`,
    headers: {
      'x-request-id': 'request-1',
      cookie: 'id=hunter2',
      'user-agent': 'curl/8'.padEnd(15_000, '-'),
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'example.org:8443',
      'x-forwarded-for': '203.0.113.9',
    },
  });
  expect(entries).toEqual([
    expect.objectContaining({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      level: 'info',
      request_id: 'request-1',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      'http.request.method': 'GET',
      'http.route': `${API_PATH}/status`,
      'url.path': `${API_PATH}/status`,
      'url.scheme': 'https',
      'server.address': 'example.org',
      'client.address': '203.0.113.9',
      'user_agent.original': 'curl/8'.padEnd(1_000, '-'),
      'http.response.status_code': 200,
      duration_ms: expect.any(Number),
    }),
  ]);
  loggerInstance.info(
    {
      headers: { authorization: 'hunter2' },
      token: 'hunter2',
      user: { password: 'hunter2' },
      // Like the errors of HTTP clients, this error contains the request, and has its own `toJSON`.
      err: Object.assign(new Error('refused'), {
        config: { headers: { cookie: 'hunter2' } },
        toJSON: () => ({ config: { headers: { cookie: 'hunter2' } } }),
      }),
    },
    'secrets',
  );
  expect(JSON.stringify(entries)).not.toContain('hunter2');
});

test('the log on a terminal has readable lines', () => {
  const time = '2026-11-21T20:15:00.000Z';
  const request = {
    level: 'info',
    time,
    msg: 'request',
    request_id: 'r',
    duration_ms: 0.4,
    trace_id: '1',
    'http.request.method': 'GET',
    'url.path': '/web/',
    'http.response.status_code': 200,
  };
  expect(readable(JSON.stringify(request))).toBe('20:15:00 GET /web/ 200 0.4 ms\n');
  const failed = {
    level: 'error',
    time,
    msg: 'Internal error',
    code: 'internal',
    err: { stack: 'Error: x\n    at y' },
  };
  expect(readable(JSON.stringify(failed))).toBe(
    '20:15:00 ERROR Internal error code=internal\nError: x\n    at y\n',
  );
  const opened = { level: 'info', time, msg: 'Open http://localhost:8080/web/' };
  expect(readable(JSON.stringify(opened))).toBe('Open http://localhost:8080/web/\n');
});

test('the management port serves liveness, readiness and metrics', async () => {
  const app = await testApp();
  let ready = true;
  const management = await buildManagement(app, () => ready);
  await app.inject(`${API_PATH}/test/echo/42`);
  expect((await management.inject('/livez')).statusCode).toBe(200);
  expect((await management.inject('/readyz')).statusCode).toBe(200);
  const { body } = await management.inject('/metrics');
  const labels = `method="GET",route="${API_PATH}/test/echo/:name",status="200"`;
  expect(body).toContain(`http_requests_total{${labels}} 1`);
  expect(body).toMatch(/^build_info\{version="\d[^"]*",build=""\} 1$/m);
  ready = false;
  expect((await management.inject('/readyz')).statusCode).toBe(503);
  for (const path of ['/livez', '/readyz', '/metrics']) expect((await app.inject(path)).statusCode).toBe(404);
});

test('an error response reaches a client that is still sending its body', async () => {
  const app = await testApp();
  const body = 'x'.repeat(limits.BODY_BYTES);
  const head = [
    `POST ${API_PATH}/nope HTTP/1.0`,
    'X-Requested-By: test',
    'Connection: close',
    `Content-Length: ${body.length}`,
  ].join('\r\n');
  for (let round = 0; round < 10; round += 1) {
    const socket = await rawConnection(app);
    socket.write(`${head}\r\n\r\n`);
    setTimeout(() => socket.write(body), 20);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /);
  }
});
