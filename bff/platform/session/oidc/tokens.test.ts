import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  decodeProtectedHeader,
  generateKeyPair,
  type JWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect, test } from 'vitest';
import { atProvider, callback, signIn, start } from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { audited, startSessionApp, rewrite } from '#platform/test/session/session-app.ts';
import { client, type TestProvider } from '#platform/testing/test-provider.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import type { ProviderSettings } from '#platform/session/session-settings.ts';

type Settings = Partial<ProviderSettings>;
type Next = () => void;
const atTokenEndpoint =
  (respond: (response: ServerResponse, next: Next) => void) =>
  ({ url }: IncomingMessage, response: ServerResponse, next: Next) =>
    url === '/token' ? respond(response, next) : next();

const now = () => Math.floor(Date.now() / 1_000);

const readAt = Date.now();

type Claims = JWTPayload & { readonly acr?: string };
type Sign = (claims: Claims, provider: TestProvider) => Promise<string> | string;

/** Signs in with a changed ID token. Returns the location to which the callback redirects. */
async function signInWith(change: Claims, settings: Settings, sign: Sign) {
  // Sets the clock to the time at which this module was loaded, because `test.each` computed the claims then.
  pass(readAt - Date.now());
  const { visitor, provider } = await startSessionApp({ settings });
  const location = await start(visitor);
  const nonce = new URL(location).searchParams.get('nonce');
  const own = { iss: provider.issuer, aud: client.id, sub: 'ann', nonce, iat: now(), exp: now() + 60 };
  const id_token = await sign({ ...own, ...change }, provider);
  rewrite(provider, '/token', (reply) => ({ ...reply, id_token }));
  rewrite(provider, '/me', (reply) => ({ ...reply, acr: 'phr' }));
  const { headers } = await callback(visitor, await atProvider(location, 'ann'));
  expect(await visitor.status('GET /things')).toBe(headers.location === `${BASE_PATH}/` ? 200 : 401);
  return headers.location;
}

const ofProvider: Sign = (claims, provider) => provider.sign(claims);
const withForeignKey =
  (hasKeyId: boolean): Sign =>
  async (claims, provider) => {
    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = decodeProtectedHeader(await provider.sign({}));
    const header = { alg: 'RS256', ...(hasKeyId && { kid: kid ?? '' }) };
    return new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
  };
const requiredAcr = { requiredAcr: ['phr', 'phrh'] };

test.each<[string, string, Claims, Settings?, Sign?]>([
  ['within the accepted clock skew', `${BASE_PATH}/`, { iat: now() + 50, exp: now() - 50 }],
  ['with another acr', 'session?problem=refused', { acr: 'pwd' }, requiredAcr],
  ['without the required acr', 'session?problem=refused', {}, requiredAcr],
  ['that has expired', 'session?problem=provider', { exp: now() - 61 }],
  ['with another nonce', 'session?problem=provider', { nonce: 'another' }],
  ['signed with a foreign key of the same key ID', 'session?problem=provider', {}, {}, withForeignKey(true)],
  ['without a signature', 'session?problem=provider', {}, {}, (claims) => new UnsecuredJWT(claims).encode()],
])(
  'a sign-in with an ID token %s redirects to %s',
  async (_what, expected, change, settings = {}, sign = ofProvider) => {
    const problem = `${BASE_PATH}/${expected}&to=${encodeURIComponent(`${BASE_PATH}/`)}`;
    expect(await signInWith(change, settings, sign)).toBe(expected === `${BASE_PATH}/` ? expected : problem);
  },
);

test('after the provider has rotated its keys, a sign-in fetches the key set again', async () => {
  const { app, provider } = await startSessionApp();
  await signIn(new Visitor(app), 'ann');
  await provider.rotateKeys();
  pass(3_000);
  expect((await signIn(new Visitor(app), 'ann')).headers.location).toBe(`${BASE_PATH}/`);
  expect(provider.requests.filter((request) => request === 'GET /jwks')).toHaveLength(2);
});

test('20 concurrent calls refresh an expired token once', async () => {
  const { visitor, received, refreshes } = await startSessionApp();
  await signIn(visitor, 'ann');
  expect((await visitor.call('GET /token')).json()).toEqual({ asPerson: 'a token', asService: 'none' });
  pass(295_000);
  const statuses = await Promise.all(Array.from({ length: 20 }, () => visitor.status('GET /token')));
  expect([new Set(statuses), refreshes()]).toEqual([new Set([200]), 1]);
  expect(new Set(received.slice(1)).size).toBe(1);
  expect(received[1]).not.toBe(received[0]);
});

test('the session ends when the refresh token was revoked', async () => {
  const { visitor, provider, entries } = await startSessionApp();
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint((response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}'),
  );
  pass(301_000);
  expect(await visitor.status('GET /things')).toBe(401);
  expect(audited(entries, 'end')[0]).toMatchObject({ subject: 'ann' });
});

test('the session continues when the provider is unavailable during a refresh', async () => {
  const { visitor, provider } = await startSessionApp();
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint((response) => response.destroy());
  pass(292_000);
  expect(await visitor.status('GET /token')).toBe(200);
  pass(10_000);
  const late = await visitor.call('GET /token');
  expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '2']);
  expect(await visitor.status('GET /things')).toBe(200);
  provider.intercept = undefined;
  expect(await visitor.status('GET /token')).toBe(200);
});

test('a refresh that returns no ID token and no refresh token keeps the previous tokens', async () => {
  const { visitor, provider, received } = await startSessionApp();
  await signIn(visitor, 'ann');
  const bodies: string[] = [];
  provider.intercept = (request, response, next) => {
    if (request.url !== '/token') return next();
    request.on('data', (chunk) => bodies.push(String(chunk)));
    response.setHeader('content-type', 'application/json');
    response.end(`{"access_token":"again ${bodies.length}","token_type":"Bearer","expires_in":300}`);
  };
  for (const _refresh of [1, 2]) {
    pass(301_000);
    expect(await visitor.status('GET /token')).toBe(200);
  }
  const sent = bodies.map((body) => new URLSearchParams(body).get('refresh_token'));
  expect([sent.length, new Set(sent).size, new Set(received).size]).toEqual([2, 1, 2]);
  expect((await visitor.call('DELETE /session')).json().to).toContain('id_token_hint=ey');
});

test('a BFF that starts while the provider is down shows an error screen at sign-in, and recovers', async () => {
  const { visitor, provider } = await startSessionApp();
  const unavailable = `${BASE_PATH}/session?problem=provider-unavailable&to=${encodeURIComponent(`${BASE_PATH}/things`)}`;
  const begin = () => start(visitor, `?to=${BASE_PATH}/things`);
  expect(await visitor.status('GET /who')).toBe(200);
  // The provider does not respond: requests time out after 5 s.
  provider.intercept = () => {};
  expect(await begin()).toBe(unavailable);
  await provider.stop();
  expect(await begin()).toBe(unavailable);
  await provider.restart();
  provider.intercept = undefined;
  const url = await atProvider(await begin(), 'ann');
  provider.intercept = (_request, response) => void response.destroy();
  expect((await callback(visitor, url)).headers.location).toBe(unavailable);
  provider.intercept = undefined;
  expect((await signIn(visitor, 'ann')).headers.location).toBe(`${BASE_PATH}/`);
});

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });

test.each<[Settings['authentication'] & string, Settings, KeyObject?]>([
  ['client_secret_basic', {}],
  ['client_secret_post', {}],
  ['none', {}],
  ['private_key_jwt', { clientKey: pem(rsa.privateKey) }, rsa.publicKey],
])('the BFF authenticates at the token endpoint with %s', async (method, settings, key) => {
  const jwks = key && { keys: [key.export({ format: 'jwk' }) as JWK] };
  const metadata = { token_endpoint_auth_method: method, jwks };
  const { visitor, provider } = await startSessionApp({
    metadata,
    settings: { ...settings, authentication: method },
  });
  let authorization = '';
  provider.intercept = ({ url, headers }, _response, next) => {
    if (url === '/token') authorization = headers.authorization ?? '';
    next();
  };
  expect((await signIn(visitor, 'ann')).headers.location).toBe(`${BASE_PATH}/`);
  // Form encoding does not change `-` and `_`.
  const basic = method === 'client_secret_basic' ? 'web:a-secret+of.the_test*provider%2B%26%25' : '';
  expect(atob(authorization.replace('Basic ', ''))).toBe(basic);
});

test('the authorization request has OIDC_PARAMETERS, which cannot override the platform’s own parameters', async () => {
  const parameters = new URLSearchParams('audience=one&audience=two&prompt=consent&state=planted');
  const { visitor } = await startSessionApp({ settings: { parameters, ...requiredAcr } });
  const sent = new URL(await start(visitor)).searchParams;
  expect([sent.getAll('audience'), sent.get('prompt')]).toEqual([['one', 'two'], 'consent']);
  expect(sent.getAll('state')).toEqual([expect.stringMatching(/^.{43}$/)]);
  expect(sent.get('acr_values')).toBe('phr phrh');
  const other = new URL(await start(visitor, '?other')).searchParams;
  expect(other.get('prompt')).toBe('login');
});
