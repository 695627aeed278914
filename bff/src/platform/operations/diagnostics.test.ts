import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { logEntries, rawConnection, testApp } from '#test/test-app.ts';
import { always, testParts } from '#test/test-parts.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';

const PATH = `${API_PATH}/diagnostics`;
const sameSiteHeaders = { 'x-requested-by': 'test' };
const on = { diagnostics: true };
const bytes = (size: number) => ({
  method: 'POST' as const,
  url: `${PATH}/body`,
  headers: { ...sameSiteHeaders, 'content-type': 'application/octet-stream' },
  payload: Buffer.alloc(size),
});

test.for([
  '/echo',
  '/echo/x',
  '/events',
  '/slow?ms=1',
  '/failure?status=500',
  '/download',
  '/body',
  '/socket',
])('unless they are enabled, %s is an unknown call', async (path) => {
  const app = await testApp();
  const response = await app.inject(PATH + path);
  const unknown = await app.inject(`${API_PATH}/nothing-of-the-kind`);
  expect(response.json()).toEqual({ ...unknown.json<object>(), requestId: expect.any(String) });
  expect(Object.keys(response.headers)).toEqual(Object.keys(unknown.headers));
});

test('the echo shows the request as it arrived, without cookies and credentials', async () => {
  const app = await testApp(on);
  const forwarded = { host: 'host:8443', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const headers = { ...forwarded, cookie: 'session=hunter2', authorization: 'Bearer hunter2' };
  const reply = await app.inject({ url: `${PATH}/echo/a%2Fb?q=1%2F2`, headers });
  expect(reply.json()).toEqual({
    method: 'GET',
    arrived: `${PATH}/echo/a%2Fb?q=1%2F2`,
    scheme: 'https',
    host: 'host:8443',
    ip: '203.0.113.9',
    peer: '127.0.0.1',
    headers: expect.objectContaining({ 'x-forwarded-proto': 'https' }),
    ingressStripsPrefix: false,
  });
  expect(reply.body).not.toContain('hunter2');
});

test.for(['/WEB/api/diagnostics/echo', '/web/web/api/diagnostics/echo', '/diagnostics/echo'])(
  'the echo answers at %s, too, because the prefix may be wrong',
  async (url) => {
    expect((await (await testApp(on)).inject(url)).json()).toMatchObject({ arrived: url });
  },
);

test('a log entry says that they are enabled', async () => {
  const { entries, stream } = logEntries();
  await testApp({ ...on, logLevel: 'warn' }, { logTo: stream });
  expect(entries).toEqual([
    expect.objectContaining({ msg: expect.stringMatching(/^Diagnostics are enabled/) }),
  ]);
});

test('a role without permissions may use them', async () => {
  const app = await testApp(on, {
    permissionsOf: { nothing: [], other: ['status:read'] },
    authenticate: always('ann', 'nothing'),
  });
  expect((await app.inject(`${API_PATH}/status`)).statusCode).toBe(403);
  expect((await app.inject(`${PATH}/echo`)).statusCode).toBe(200);
});

test('the size of a body is reported up to the limit of a body', async () => {
  const app = await testApp(on);
  expect((await app.inject(bytes(limits.BODY_BYTES))).json()).toEqual({ bytes: limits.BODY_BYTES });
  expect((await app.inject(bytes(limits.BODY_BYTES + 1))).statusCode).toBe(413);
  expect((await app.inject({ ...bytes(1), headers: {} })).statusCode).toBe(403);
});

test('a slow response stays within the deadline of a call', async () => {
  const app = await testApp(on);
  expect((await app.inject(`${PATH}/slow?ms=20`)).json()).toEqual({ waitedMs: 20 });
  expect((await app.inject(`${PATH}/slow?ms=${limits.CALL_MS}`)).statusCode).toBe(400);
});

test.for([500, 502, 503, 504])('a failure with the status %s is a problem', async (status) => {
  const reply = await (await testApp(on)).inject(`${PATH}/failure?status=${status}`);
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toMatchObject({ status, requestId: expect.any(String) });
});

test('a download has its name, and a cookie for the diagnostics alone', async () => {
  const { headers } = await (await testApp(on)).inject(`${PATH}/download`);
  expect(headers).toMatchObject({
    'content-disposition': 'attachment; filename="diagnostics.txt"',
    'set-cookie': `diagnostics=1; Path=${PATH}; Max-Age=0; HttpOnly; SameSite=Lax`,
  });
});

test('two events are sent with a second between them', async () => {
  const reply = await (await testApp(on)).inject(`${PATH}/events`);
  const sent = [...reply.body.matchAll(/"sentAt":(\d+)/g)].map(([, time]) => Number(time));
  expect(sent).toHaveLength(2);
  expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThan(900);
});

/** The status line of the response. */
async function upgrade(diagnostics: boolean, path: string, protocol: string): Promise<string> {
  // Without the test calls, which answer upgrades, too.
  const app = await buildApp({ ...readConfig({ LOG_LEVEL: 'silent' }), diagnostics }, testParts);
  onTestFinished(() => app.close());
  const socket = await rawConnection(app);
  const fields = ['Host: x', 'Connection: Upgrade', `Upgrade: ${protocol}`, 'Sec-WebSocket-Key: bm9uY2U='];
  socket.write(`GET ${path} HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return String(data).split('\r\n', 1)[0] ?? '';
}

test.for([
  { diagnostics: true, path: `${PATH}/socket`, protocol: 'websocket', status: 101 },
  { diagnostics: true, path: `${PATH}/socket`, protocol: 'h2c', status: 404 },
  { diagnostics: true, path: `${API_PATH}/status`, protocol: 'websocket', status: 200 },
  { diagnostics: false, path: `${PATH}/socket`, protocol: 'websocket', status: 404 },
])(
  '$diagnostics: an upgrade of $path to $protocol is $status',
  async ({ diagnostics, path, protocol, status }) => {
    expect(await upgrade(diagnostics, path, protocol)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  },
);
