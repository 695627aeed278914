import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { logEntries, testApp } from '#test/test-app.ts';
import { always } from '#test/test-parts.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';

const PATH = `${API_PATH}/diagnostics`;
const diagnostics = 'a-secret-of-the-test';
const headers = { 'x-diagnostics': diagnostics };

test.for([
  ['without the setting', {}, headers],
  ['without the secret', { diagnostics }, {}],
  ['with another secret', { diagnostics }, { 'x-diagnostics': `${diagnostics}2` }],
] as const)('%s the path is unknown', async ([, config, sent]) => {
  const app = await testApp(config);
  const { headers: unknown } = await app.inject({ url: `${API_PATH}/nothing`, headers: sent });
  for (const url of [PATH, `${PATH}/x`, `${PATH}?events`]) {
    const response = await app.inject({ url, headers: sent });
    expect(response.json()).toMatchObject({ status: 404, code: 'not-found' });
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown));
  }
});

test('reports the request as it arrived, without the values of confidential headers', async () => {
  const app = await testApp({ diagnostics });
  const url = `${PATH}/a%2Fb//c?q=1%2F2`;
  const forwarded = { host: 'host:8443', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const confidential = { cookie: 'a=hunter2', authorization: 'Bearer hunter2', 'x-id-token': 'hunter2' };
  const sent = { ...headers, ...forwarded, ...confidential, 'X-Sent': 'a b', 'content-type': 'any/thing' };
  const reply = await app.inject({ method: 'PUT', url, headers: sent, payload: 'body' });
  const arrived = reply.json<{ headers: string[][] }>();
  expect(arrived).toMatchObject({ method: 'PUT', target: url, bodySha256: hash('sha256', 'body') });
  expect(arrived).toMatchObject({ scheme: 'https', host: 'host:8443', client: '203.0.113.9' });
  expect(arrived.headers).toContainEqual(['x-sent', 'a b']);
  expect(arrived.headers).toContainEqual(['cookie', '(not reported)']);
  expect(reply.body).not.toMatch(/hunter2|a-secret/);
  expect(reply.cookies).toMatchObject([{ name: 'diagnostics', maxAge: 0, httpOnly: true, secure: true }]);
});

test('answers a role without permissions', async () => {
  const authenticate = always('ann', 'nothing');
  const app = await testApp(
    { diagnostics },
    { permissionsOf: { nothing: [], other: ['status:read'] }, authenticate },
  );
  expect((await app.inject({ url: PATH, headers })).statusCode).toBe(200);
});

test('limits the body and the delay', async () => {
  const app = await testApp({ diagnostics });
  const payload = Buffer.alloc(limits.BODY_BYTES + 1);
  expect((await app.inject({ method: 'POST', url: PATH, headers, payload })).statusCode).toBe(413);
  for (const delayMs of ['60001', '-1', 'x'])
    expect((await app.inject({ url: `${PATH}?delayMs=${delayMs}`, headers })).statusCode).toBe(400);
});

test('answers ?events with two events', async () => {
  const app = await testApp({ diagnostics });
  const { body } = await app.inject({ url: `${PATH}?events`, headers });
  expect(body.match(/^data: \d$/gm)).toEqual(['data: 1', 'data: 2']);
});

test('logs a warning that it is on', async () => {
  const { entries, stream } = logEntries();
  await testApp({ diagnostics, logLevel: 'warn' }, { logTo: stream });
  expect(entries).toEqual([expect.objectContaining({ msg: expect.stringMatching(/^DIAGNOSTICS is set/) })]);
});
