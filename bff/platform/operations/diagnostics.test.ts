import { hash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { testApp } from '#platform/test/test-app.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

const PATH = `${API_PATH}/diagnostics`;
const diagnostics = 'a-secret-of-the-test';
const headers = { 'x-requested-by': 'test', 'x-diagnostics': diagnostics };

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const bodies = [
  {},
  { payload: '{', headers: { 'content-type': 'application/json' } },
  { payload: 'body', headers: { 'content-type': 'any/thing' } },
  { payload: 'body', headers: { 'content-type': 'no media type' } },
];

test.for([
  ['without the setting', {}, headers],
  ['without the secret', { diagnostics }, { 'x-requested-by': 'test' }],
  ['with another secret', { diagnostics }, { ...headers, 'x-diagnostics': `${diagnostics}2` }],
] as const)('a diagnostics request %s returns 404, as for an unknown call', async ([, config, sent]) => {
  const app = await testApp(config);
  const outcome = async (url: string, method: string, body: Pick<InjectOptions, 'payload' | 'headers'>) => {
    const request = { url, method: method as 'GET', ...body, headers: { ...sent, ...body.headers } };
    const { statusCode, headers: received, body: text } = await app.inject(request);
    const fields = { ...received, date: '', 'x-request-id': '' };
    return { statusCode, fields, text: text.replace(/"requestId":"[^"]*"/, '') };
  };
  for (const method of methods)
    for (const body of bodies) {
      const unknown = await outcome(`${API_PATH}/nothing`, method, body);
      expect(unknown.statusCode).toBe(404);
      for (const url of [PATH, `${PATH}/x`, `${PATH}/slow`, `${PATH}/events`])
        expect({ url, method, ...(await outcome(url, method, body)) }).toEqual({ url, method, ...unknown });
    }
});

test('diagnostics shows the request as the BFF received it', async () => {
  const app = await testApp({ diagnostics });
  const url = `${PATH}/a%2Fb//c?q=1%2F2`;
  const forwarded = { host: 'host:8443', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
  const sent = { ...headers, ...forwarded, cookie: 'a=b; diagnostics=1', 'content-type': 'any/thing' };
  const reply = await app.inject({ method: 'PUT', url, headers: sent, payload: 'body' });
  expect(reply.json()).toEqual({
    method: 'PUT',
    target: url,
    scheme: 'https',
    host: 'host:8443',
    client: '203.0.113.9',
    headers: { 'x-requested-by': 'test', 'x-forwarded-for': '203.0.113.9' },
    hasCookie: true,
    bodySha256: hash('sha256', 'body'),
  });
  expect(reply.cookies).toMatchObject([{ name: 'diagnostics', maxAge: 0, httpOnly: true, secure: true }]);
});

test('diagnostics does not report headers that carry identities', async () => {
  const app = await testApp({ diagnostics });
  const names = `cookie authorization proxy-authorization x-id-token x-api-key x-csrf-token x-forwarded-access-token
    x-forwarded-client-cert x-ssl-client-cert x-ssl-client-s-dn ssl-client-subject-dn x-client-dn x-auth-request-email
    x-auth-request-user x-remote-user remote-user x-forwarded-user x-forwarded-email x-user x-amzn-oidc-data
    cf-access-jwt-assertion x-goog-iap-jwt-assertion`;
  const identities = Object.fromEntries(names.split(/\s+/).map((name) => [name, 'hunter2']));
  const { statusCode, body } = await app.inject({ url: `${PATH}/x`, headers: { ...headers, ...identities } });
  expect(statusCode).toBe(200);
  expect(body).not.toMatch(/hunter2|a-secret/);
});
