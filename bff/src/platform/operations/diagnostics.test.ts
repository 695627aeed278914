import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testApp } from '#test/test-app.ts';
import { API_PATH } from '#contract/kit/api-path.ts';

const PATH = `${API_PATH}/diagnostics`;
const diagnostics = 'a-secret-of-the-test';
const headers = { 'x-diagnostics': diagnostics };

test.for([
  ['without the setting', {}, headers],
  ['with another secret', { diagnostics }, { 'x-diagnostics': `${diagnostics}2` }],
] as const)('diagnostics %s returns 404', async ([, config, sent]) => {
  const app = await testApp(config);
  const { headers: unknown } = await app.inject({ url: `${API_PATH}/nothing`, headers: sent });
  for (const url of [PATH, `${PATH}/x`, `${PATH}?events`]) {
    const response = await app.inject({ url, headers: sent });
    expect(response.json()).toMatchObject({ status: 404, code: 'not-found' });
    expect(Object.keys(response.headers)).toEqual(Object.keys(unknown));
  }
});

test('diagnostics reports the request as received, without the values of confidential headers', async () => {
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
