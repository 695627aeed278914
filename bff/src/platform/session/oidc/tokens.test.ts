import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose';
import type { ClientAuthMethod } from 'oidc-provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { atProvider } from '#test/session/at-provider.ts';
import { beside, callback, signIn, start } from '#test/session/beside-provider.ts';
import { client } from '#test/session/test-provider.ts';
import { Visitor } from '#test/session/visitor.ts';

const pass = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
};
const json = (response: ServerResponse, status: number, body?: object) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body && JSON.stringify(body));
};
type Settings = NonNullable<Parameters<typeof beside>[1]>;
type Next = () => void;
/** Answers the token endpoint, and passes everything else on. */
const atTokenEndpoint =
  (answer: (response: ServerResponse, next: Next) => void) =>
  ({ url }: IncomingMessage, response: ServerResponse, next: Next) =>
    url === '/token' ? answer(response, next) : next();

const now = () => Math.floor(Date.now() / 1_000);

test.each<[string, object]>([
  ['expired', { exp: now() - 61 }],
  ['for another client', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['with another nonce', { nonce: 'another' }],
  ['without a subject', { sub: undefined }],
])('an ID token that is %s does not sign in', async (_what, change) => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  const location = new URL(await start(visitor));
  const nonce = location.searchParams.get('nonce');
  const id = await provider.sign({ sub: 'ann', nonce, iat: now(), exp: now() + 60, ...change });
  provider.intercept = atTokenEndpoint((response) =>
    json(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: id }),
  );
  const reply = await callback(visitor, await atProvider(location.href, 'ann'));
  expect(reply.headers.location).toBe('/web/session?problem=provider&to=%2Fweb%2F');
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test.each(['with a foreign key', 'with the key id of the provider and a foreign key', 'with none'])(
  'an ID token that is signed %s does not sign in',
  async (how) => {
    const { app, provider } = await beside();
    const visitor = new Visitor(app);
    const location = new URL(await start(visitor));
    const claims = {
      iss: provider.issuer,
      aud: client.id,
      sub: 'bo',
      nonce: location.searchParams.get('nonce'),
    };
    const { privateKey } = await generateKeyPair('RS256');
    const genuine = await provider.sign({});
    const { kid } = JSON.parse(Buffer.from(genuine.split('.')[0] ?? '', 'base64url').toString()) as {
      kid: string;
    };
    const header = { alg: 'RS256', ...(how.includes('key id') && { kid }) };
    const jwt =
      how === 'with none' ? new UnsecuredJWT(claims) : new SignJWT(claims).setProtectedHeader(header);
    const timed = jwt.setIssuedAt().setExpirationTime('1m');
    const id = timed instanceof UnsecuredJWT ? timed.encode() : await timed.sign(privateKey);
    provider.intercept = atTokenEndpoint((response) =>
      json(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: id }),
    );
    const reply = await callback(visitor, await atProvider(location.href, 'ann'));
    expect(reply.headers.location).toBe('/web/session?problem=provider&to=%2Fweb%2F');
  },
);

test('the provider’s keys rotate: one fetch more, and people sign in', async () => {
  const { app, provider } = await beside();
  await signIn(new Visitor(app), 'ann');
  await provider.rotateKeys();
  pass(3_000);
  expect((await signIn(new Visitor(app), 'ann')).headers.location).toBe('/web/');
  expect(provider.requests.filter((request) => request === 'GET /jwks')).toHaveLength(2);
});

test('20 calls at the moment when the token ends refresh it once, and get the new one', async () => {
  const { app, provider, received } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  await visitor.call('GET /token');
  pass(295_000);
  const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.call('GET /token')));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(provider.requests.filter((request) => request === 'POST /token')).toHaveLength(2);
  expect(new Set(received.slice(1)).size).toBe(1);
  expect(received[1]).not.toBe(received[0]);
});

test('a refresh token that the provider has ended ends the session', async () => {
  const { app, provider, entries } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint((response) => json(response, 400, { error: 'invalid_grant' }));
  pass(301_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(401);
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
  expect(entries.find(({ session }) => session === 'end')).toMatchObject({ subject: 'ann' });
});

test('a provider that answers a dead refresh token with 400 and nothing else has ended it, too', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint((response) => response.writeHead(400).end());
  pass(301_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(401);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is away', (response) => response.destroy()],
  ['is broken', (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')],
  ['is busy', (response) => json(response, 429)],
])('a provider that %s while a token is refreshed ends nothing', async (_what, answer) => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint(answer);
  pass(292_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(200);
  pass(10_000);
  const late = await visitor.call('GET /token');
  expect([late.statusCode, late.headers['retry-after']]).toEqual([503, '2']);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  provider.intercept = undefined;
  pass(3_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(200);
});

test('a provider that is back is asked again, also while calls do not cease', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  provider.intercept = atTokenEndpoint((response) => response.destroy());
  pass(301_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(503);
  provider.intercept = undefined;
  const statuses: number[] = [];
  for (let second = 1; second <= 3; second++) {
    pass(1_000);
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await visitor.call('GET /token')).statusCode);
  }
  expect(statuses).toEqual([503, 200, 200]);
});

test('a reply to a refresh without ID token and refresh token keeps those that are there', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  const bodies: string[] = [];
  provider.intercept = (request, response, next) => {
    if (request.url !== '/token') return next();
    request.on('data', (part) => bodies.push(String(part)));
    json(response, 200, { access_token: `again ${bodies.length}`, token_type: 'Bearer', expires_in: 300 });
  };
  pass(301_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(200);
  pass(301_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(200);
  const sent = bodies.map((body) => new URLSearchParams(body).get('refresh_token'));
  expect([sent.length, new Set(sent).size]).toEqual([2, 1]);
  expect((await visitor.call('DELETE /session')).json().to).toContain('id_token_hint=ey');
});

test('a provider that is down lets the application start; sign-in says so, and works when it is back', async () => {
  const { app, provider } = await beside();
  await provider.stop();
  const visitor = new Visitor(app);
  expect((await visitor.call('GET /who')).statusCode).toBe(200);
  const reply = await visitor.call('GET /session/sign-in?to=/web/things');
  expect(reply.headers.location).toBe('/web/session?problem=provider-away&to=%2Fweb%2Fthings');
  await provider.restart();
  expect((await signIn(visitor, 'ann')).headers.location).toBe('/web/');
});

test('a provider that goes down between start and way back ends on a screen', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  const url = await atProvider(await start(visitor, '?to=/web/things'), 'ann');
  provider.intercept = (_request, response) => void response.destroy();
  expect((await callback(visitor, url)).headers.location).toBe(
    '/web/session?problem=provider-away&to=%2Fweb%2Fthings',
  );
});

const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ed = generateKeyPairSync('ed25519');

test.each<[string, ClientAuthMethod, Settings, KeyObject?]>([
  ['takes only client_secret_post', 'client_secret_post', {}],
  ['takes client_secret_basic, by setting', 'client_secret_basic', { authentication: 'client_secret_basic' }],
  ['takes client_secret_post, by setting', 'client_secret_post', { authentication: 'client_secret_post' }],
  ['takes a public client', 'none', { clientSecret: undefined }],
  ['takes a public client, by setting', 'none', { authentication: 'none' }],
  ['takes an RSA key', 'private_key_jwt', { clientKey: pem(rsa.privateKey) }, rsa.publicKey],
  ['takes a key of the curve P-256', 'private_key_jwt', { clientKey: pem(ec.privateKey) }, ec.publicKey],
  ['takes an Ed25519 key', 'private_key_jwt', { clientKey: pem(ed.privateKey) }, ed.publicKey],
])('a provider that %s signs people in', async (_what, method, settings, key) => {
  const jwks = key && { keys: [key.export({ format: 'jwk' }) as JWK] };
  const { app } = await beside({ metadata: { token_endpoint_auth_method: method, jwks } }, settings);
  expect((await signIn(new Visitor(app), 'ann')).headers.location).toBe('/web/');
});

test('client_secret_basic encodes as a form does: some providers decode nothing', async () => {
  const { app, provider } = await beside();
  let authorization = '';
  provider.intercept = ({ url, headers }, _response, next) => {
    if (url === '/token') authorization = headers.authorization ?? '';
    next();
  };
  await signIn(new Visitor(app), 'ann');
  expect(atob(authorization.replace('Basic ', ''))).toBe('web:a-secret+of.the_test*provider%2B%26%25');
});

test('where the client does not prove who it is, the log says what to try', async () => {
  const { app, entries } = await beside({}, { authentication: 'client_secret_post' });
  const { location } = (await signIn(new Visitor(app), 'ann')).headers;
  expect(location).toBe('/web/session?problem=provider&to=%2Fweb%2F');
  expect(JSON.stringify(entries)).toContain('try another OIDC_CLIENT_AUTHENTICATION');
});

test('parameters of the authorization request are sent beside the platform’s own, which win', async () => {
  const parameters = new URLSearchParams('audience=one&audience=two&prompt=consent&state=planted');
  const { app } = await beside({}, { parameters });
  const sent = new URL(await start(new Visitor(app))).searchParams;
  expect([sent.getAll('audience'), sent.get('prompt')]).toEqual([['one', 'two'], 'consent']);
  expect(sent.getAll('state')).not.toContain('planted');
  const other = new URL(await start(new Visitor(app), '?other')).searchParams;
  expect(other.get('prompt')).toBe('login');
});

test.each([
  ['phr', '/web/'],
  ['pwd', '/web/session?problem=refused&to=%2Fweb%2F'],
  [undefined, '/web/session?problem=refused&to=%2Fweb%2F'],
])('where an acr is required, a sign-in with %s leads to %s', async (acr, to) => {
  const { app, provider } = await beside({}, { requiredAcr: ['phr', 'phrh'] });
  const visitor = new Visitor(app);
  const location = new URL(await start(visitor));
  const [nonce, asked] = ['nonce', 'acr_values'].map((name) => location.searchParams.get(name));
  expect(asked).toBe('phr phrh');
  const id = await provider.sign({ sub: 'ann', nonce, acr, iat: now(), exp: now() + 60 });
  provider.intercept = ({ url }, response, next) => {
    if (url === '/token') json(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: id });
    else if (url === '/me') json(response, 200, { sub: 'ann', name: 'Ann', role: 'reader' });
    else next();
  };
  const reply = await callback(visitor, await atProvider(location.href, 'ann'));
  expect(reply.headers.location).toBe(to);
});

test('clocks may differ by a minute', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  const location = new URL(await start(visitor));
  const nonce = location.searchParams.get('nonce');
  const id = await provider.sign({ sub: 'ann', nonce, iat: now() + 50, exp: now() - 50 });
  provider.intercept = ({ url }, response, next) => {
    if (url === '/token') json(response, 200, { access_token: 'x', token_type: 'Bearer', id_token: id });
    else if (url === '/me') json(response, 200, { sub: 'ann', name: 'Ann', role: 'reader' });
    else next();
  };
  const reply = await callback(visitor, await atProvider(location.href, 'ann'));
  expect(reply.headers.location).toBe('/web/');
});

test('for a provider that does not answer a person waits 5 s at most: the screen says so', async () => {
  const { app, provider } = await beside();
  provider.intercept = () => {};
  const reply = await new Visitor(app).call('GET /session/sign-in?to=/web/things');
  expect(reply.headers.location).toBe('/web/session?problem=provider-away&to=%2Fweb%2Fthings');
}, 30_000);

test('a provider whose metadata list less than works is enough: no methods, no revocation, no sign-out, no UserInfo', async () => {
  const { app, provider } = await beside({
    configuration: { claims: { openid: ['sub', 'name', 'role'] }, conformIdTokenClaims: false },
  });
  const least = [
    'issuer',
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'response_types_supported',
    'subject_types_supported',
    'id_token_signing_alg_values_supported',
  ];
  provider.intercept = ({ url }, response, next) => {
    if (!url?.includes('openid-configuration')) return next();
    const end = response.end.bind(response);
    response.end = ((text: string) => {
      const all = Object.entries(JSON.parse(text) as object).filter(([name]) => least.includes(name));
      response.removeHeader('content-length');
      return end(JSON.stringify(Object.fromEntries(all)));
    }) as never;
    next();
  };
  const visitor = new Visitor(app);
  expect((await signIn(visitor, 'ann')).headers.location).toBe('/web/');
  expect((await visitor.call('GET /things')).json()).toMatchObject({ subject: 'ann', role: 'reader' });
  expect((await visitor.call('DELETE /session')).json()).toEqual({ to: null });
});
