import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { logEntries, rawConnection, testApp } from '#test/test-app.ts';
import { always, testParts } from '#test/test-parts.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import { DIAGNOSTICS_PATH as PATH, digestOf, replyTo, type Arrived } from '#edge/diagnostics.ts';
import { securityHeaders } from '#edge/security-headers.ts';
import { buildApp } from '../../../app.ts';
import { readConfig } from '../../../config.ts';

const secret = 'a-secret-of-the-test';
const on = { diagnostics: secret };
const withSecret = { 'x-diagnostics': secret };
const octets = { ...withSecret, 'content-type': 'application/octet-stream' };
/** A request for a response. */
const asking = (query: string) => ({
  url: `${PATH}/reply`,
  headers: { ...withSecret, 'x-diagnostics-reply': query },
});
const calls = ['/echo', '/echo/x', '/reply?status=500', '/events', '/files', '/socket'];

test.for([
  ['without the setting', {}, withSecret],
  ['without the secret', on, {}],
  ['with another secret', on, { 'x-diagnostics': `${secret}2` }],
] as const)('%s the calls are unknown', async ([, config, headers]) => {
  const app = await testApp(config);
  const unknown = await app.inject({ url: `${API_PATH}/nothing-of-the-kind`, headers });
  for (const path of calls) {
    const response = await app.inject({ url: PATH + path, headers });
    expect(response.json()).toEqual({ ...unknown.json<object>(), requestId: expect.any(String) });
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
  }
});

test('the echo tells the request as it came; of credentials, and of what the check did not send, only length and digest', async () => {
  const app = await testApp(on);
  const forwarded = { host: 'host:8443', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const credentials = { cookie: 'session=hunter2', authorization: 'Bearer hunter2' };
  const headers = { ...octets, ...forwarded, ...credentials, 'x-sent': 'a b', 'x-added': 'hunter2' };
  const sent = { 'x-diagnostics-sent': 'x-sent,cookie,authorization' };
  const url = `${PATH}/echo/a%2Fb//c?q=1%2F2`;
  const reply = await app.inject({ method: 'PUT', url, headers: { ...headers, ...sent }, payload: 'body' });
  const arrived = reply.json<Arrived>();
  expect(arrived).toMatchObject({
    ...{ method: 'PUT', target: url, body: { length: 4, digest: digestOf('body') }, stripsPrefix: false },
    ...{ scheme: 'https', host: 'host:8443', ip: '203.0.113.9', peer: '127.0.0.1' },
  });
  const fieldOf = (name: string) => arrived.fields.filter((field) => field.name === name);
  expect(fieldOf('x-sent')).toEqual([{ name: 'x-sent', value: 'a b', length: 3, digest: digestOf('a b') }]);
  expect(fieldOf('x-added')).toEqual([{ name: 'x-added', length: 7, digest: digestOf('hunter2') }]);
  expect(fieldOf('x-forwarded-proto')).toMatchObject([{ value: 'https' }]);
  expect(reply.body).not.toContain('hunter2');
  expect(reply.body).not.toContain(secret);
});

test('behind our nginx the echo tells what that received', async () => {
  const headers = {
    ...withSecret,
    ...{ host: 'inner', 'x-forwarded-for': '127.0.0.1', 'x-large': '1' },
    ...{ 'x-received-request': 'GET /api/diagnostics/echo?x HTTP/1.1', 'x-received-host': 'host:8443' },
    ...{ 'x-received-peer': '10.0.0.7', 'x-received-strips-prefix': 'true' },
  };
  const app = await testApp(on);
  const arrived = (await app.inject({ url: `${PATH}/echo?x`, headers })).json<Arrived>();
  expect(arrived).toMatchObject({ target: '/api/diagnostics/echo?x', peer: '10.0.0.7', stripsPrefix: true });
  expect(arrived.fields.map(({ name, value }) => [name, value])).toEqual(
    expect.arrayContaining([
      ['host', 'host:8443'],
      ['x-large', undefined],
    ]),
  );
  expect(arrived.fields.map(({ name }) => name)).not.toContain('x-forwarded-for');
});

test.for(['/WEB/api/diagnostics/echo', '/web/web/api/diagnostics/echo', '/diagnostics/echo'])(
  'the echo responds at %s, too, because the prefix may be wrong',
  async (url) => {
    const app = await testApp(on);
    expect((await app.inject({ url, headers: withSecret })).json()).toMatchObject({ target: url });
  },
);

test('a log entry says that they are on', async () => {
  const { entries, stream } = logEntries();
  await testApp({ ...on, logLevel: 'warn' }, { logTo: stream });
  expect(entries).toEqual([expect.objectContaining({ msg: expect.stringMatching(/^DIAGNOSTICS is set/) })]);
});

test('a role without permissions may use them', async () => {
  const app = await testApp(on, {
    permissionsOf: { nothing: [], other: ['status:read'] },
    authenticate: always('ann', 'nothing'),
  });
  expect((await app.inject(`${API_PATH}/status`)).statusCode).toBe(403);
  expect((await app.inject({ url: `${PATH}/echo`, headers: withSecret })).statusCode).toBe(200);
});

test('a body has the limit of every call', async () => {
  const app = await testApp(on);
  const post = (bytes: number) =>
    app.inject({ method: 'POST', url: `${PATH}/echo`, headers: octets, payload: Buffer.alloc(bytes) });
  expect((await post(limits.BODY_BYTES)).json()).toMatchObject({ body: { length: limits.BODY_BYTES } });
  expect((await post(limits.BODY_BYTES + 1)).statusCode).toBe(413);
});

test.for([
  { type: 'text/html', bytes: 1_000 },
  { status: 503, type: 'application/problem+json', pauseMs: 20 },
  { status: 303, fields: true },
  { type: 'application/octet-stream' },
] as const)('a response is the one that is asked for: %j', async (query) => {
  const app = await testApp(on);
  const response = await app.inject(asking(new URLSearchParams(query as never).toString()));
  const { status, headers, body } = replyTo(query);
  expect([response.statusCode, response.rawPayload.equals(body)]).toEqual([status, true]);
  expect(response.headers).toMatchObject({ ...securityHeaders, ...headers, 'cache-control': 'no-store' });
  expect(response.headers['content-disposition']).toMatch(/^attachment/);
});

test.for([
  'status=302',
  'type=image/svg%2Bxml',
  'fields=location',
  'bytes=1000001',
  'pauseMs=60000',
  'bytes=-1',
  'fieldBytes=8193',
])('a response is from closed lists: not %s', async (query) => {
  const app = await testApp(on);
  expect((await app.inject(asking(query))).statusCode).toBe(400);
});

test('four are answered at a time', async () => {
  const app = await testApp(on);
  const ask = () => app.inject(asking('pauseMs=200'));
  const statuses = (await Promise.all(Array.from({ length: 5 }, ask))).map(({ statusCode }) => statusCode);
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 503]);
  expect((await ask()).statusCode).toBe(200);
});

test('two events are sent with a second between them', async () => {
  const reply = await (await testApp(on)).inject({ url: `${PATH}/events`, headers: withSecret });
  const sent = [...reply.body.matchAll(/"sentAt":(\d+)/g)].map(([, time]) => Number(time));
  expect(sent).toHaveLength(2);
  expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(900);
});

/** The status line of the response. */
async function upgrade(sent: string, path: string, protocol: string): Promise<string> {
  // Without the test calls, which answer upgrades, too.
  const app = await buildApp({ ...readConfig({ LOG_LEVEL: 'silent' }), ...on }, testParts);
  onTestFinished(() => app.close());
  const socket = await rawConnection(app);
  const fields = ['Host: x', 'Connection: Upgrade', `Upgrade: ${protocol}`, 'Sec-WebSocket-Key: bm9uY2U='];
  const head = [...fields, `X-Diagnostics: ${sent}`].join('\r\n');
  socket.write(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return String(data).split('\r\n', 1)[0] ?? '';
}

test.for([
  { sent: secret, path: `${PATH}/socket`, protocol: 'websocket', status: 101 },
  { sent: secret, path: `${PATH}/socket`, protocol: 'h2c', status: 404 },
  { sent: secret, path: `${API_PATH}/status`, protocol: 'websocket', status: 400 },
  { sent: 'another-secret-here', path: `${PATH}/socket`, protocol: 'websocket', status: 400 },
])('with $sent, an upgrade of $path to $protocol is $status', async ({ sent, path, protocol, status }) => {
  expect(await upgrade(sent, path, protocol)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
