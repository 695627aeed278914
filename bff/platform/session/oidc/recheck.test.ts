import { expect, test } from 'vitest';
import { signIn } from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { audited, startSessionApp, FORM, LOGOUT_PATH, rewrite } from '#platform/test/session/session-app.ts';
import type { TestProvider } from '#platform/testing/test-provider.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';

type Claims = Record<string, unknown>;
const TOKEN_MS = 300_000;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Signs in a user with the role `keeper`. Tests can change `bo`, the user's claims at the provider. */
async function keeper(options: Parameters<typeof startSessionApp>[0] = {}) {
  const bo: Claims = { name: 'Bo', role: 'keeper' };
  const product = await startSessionApp({ users: { bo }, ...options });
  await signIn(product.visitor, 'bo');
  expect(await product.visitor.status('POST /things')).toBe(200);
  return { ...product, bo };
}
const many = <T>(count: number, send: () => Promise<T>) => Promise.all(Array.from({ length: count }, send));
const noIdToken = (reply: Claims) => ({ ...reply, id_token: undefined });

test('if the provider has changed a user’s role, the first call after the access token expires applies the new role, and the cookie stays the same', async () => {
  const { app, visitor, bo, refreshes, entries } = await keeper();
  bo['role'] = 'reader';
  pass(TOKEN_MS - 30_000);
  expect([await visitor.status('POST /things'), refreshes()]).toEqual([200, 0]);
  const old = new Visitor(app, {}, visitor.cookies);
  pass(30_000);
  const reply = await visitor.call('POST /things');
  expect([reply.statusCode, sessionHeaderOf(reply)]).toMatchObject([403, { subject: 'bo', role: 'reader' }]);
  expect([await old.status('GET /things'), await old.status('POST /things')]).toEqual([200, 403]);
  expect([refreshes(), audited(entries, 'change').length]).toEqual([1, 1]);
});

test('a user who has lost every role at the provider is signed out', async () => {
  const { visitor, bo, entries } = await keeper();
  delete bo['role'];
  pass(TOKEN_MS);
  expect((await visitor.call('GET /session')).json()).toMatchObject({ session: null });
  expect(await visitor.status('GET /things')).toBe(401);
  expect(audited(entries, 'end')).toMatchObject([{ subject: 'bo', reason: 'no role any more' }]);
});

test('after the access token has expired, 20 concurrent calls check the role once', async () => {
  const { visitor, bo, refreshes } = await keeper();
  bo['role'] = 'reader';
  pass(TOKEN_MS);
  const replies = await many(20, () => visitor.call('GET /things'));
  expect(replies.map((reply) => reply.json())).toEqual(
    Array(20).fill({ subject: 'bo', role: 'reader', tenant: 't1' }),
  );
  expect(replies.filter(({ cookies }) => cookies.length > 0)).toHaveLength(1);
  expect([await visitor.status('GET /things'), refreshes()]).toEqual([200, 1]);
});

test('if the claims have not changed, a role check keeps a handler’s changes to the session', async () => {
  const { visitor, refreshes } = await keeper();
  await visitor.call('PATCH /sign-in', { role: 'reader', name: 'Robert' });
  for (const count of [1, 2]) {
    pass(TOKEN_MS);
    const reply = await visitor.call('GET /things');
    expect([sessionHeaderOf(reply), reply.cookies, refreshes()]).toMatchObject([
      { role: 'reader', user: { name: 'Robert' } },
      [],
      count,
    ]);
    await many(3, () => visitor.call('GET /things'));
  }
  expect(refreshes()).toBe(2);
});

test('while the provider is unavailable, a session keeps its role, and the role check is retried after a minute', async () => {
  const { visitor, provider, bo, entries } = await keeper();
  bo['role'] = 'reader';
  provider.intercept = (_request, response) => void response.writeHead(503).end();
  pass(TOKEN_MS);
  const before = provider.requests.length;
  for (let call = 0; call < 5; call += 1) expect(await visitor.status('POST /things')).toBe(200);
  expect([provider.requests.length - before, audited(entries, 'refresh-failed').length]).toEqual([1, 1]);
  provider.intercept = undefined;
  pass(61_000);
  expect(await visitor.status('POST /things')).toBe(403);
});

test('if a refresh returns an invalid ID token, the session keeps its role, and the next refresh uses the new refresh token', async () => {
  const { visitor, provider, bo, refreshes, entries } = await keeper();
  bo['role'] = 'reader';
  rewrite(provider, '/token', (reply) => ({
    ...reply,
    id_token: `${String((reply as Claims)['id_token'])}x`,
  }));
  pass(TOKEN_MS);
  await many(5, () => visitor.call('GET /things'));
  expect([await visitor.status('POST /things'), refreshes()]).toEqual([200, 1]);
  expect(audited(entries, 'refresh-failed')).toHaveLength(1);
  provider.intercept = undefined;
  pass(61_000);
  // Not 401, because the BFF used the new refresh token: a second use of the old one would revoke the grant.
  expect([await visitor.status('POST /things'), refreshes()]).toEqual([403, 2]);
});

const inIdToken = {
  configuration: { claims: { openid: ['sub', 'name', 'role'] }, conformIdTokenClaims: false },
};

test.each<[string, object, (reply: Claims) => object]>([
  ['UserInfo alone', {}, noIdToken],
  ['the ID token alone', inIdToken, (reply) => reply],
])('after a refresh, the role is read from %s', async (_what, options, change) => {
  const bo: Claims = { name: 'Bo', role: 'keeper' };
  const { visitor, provider } = await startSessionApp({ users: { bo }, ...options });
  if (options === inIdToken)
    rewrite(provider, '/.well-known', (metadata) => ({ ...metadata, userinfo_endpoint: undefined }));
  await signIn(visitor, 'bo');
  rewrite(provider, '/token', (reply) => change(reply as Claims));
  bo['role'] = 'reader';
  pass(TOKEN_MS);
  expect(await visitor.status('POST /things')).toBe(403);
});

/** Holds the next token request. Resolves with the function that lets it continue. */
function hold(provider: TestProvider): Promise<() => void> {
  const held = Promise.withResolvers<() => void>();
  provider.intercept = ({ url }, _response, next) => {
    if (url !== '/token') return next();
    provider.intercept = undefined;
    held.resolve(next);
  };
  return held.promise;
}

test('a session that ends during its role check stays ended, and the new tokens are revoked', async () => {
  const { app, visitor, provider } = await keeper();
  pass(TOKEN_MS);
  const held = hold(provider);
  const late = visitor.status('GET /things');
  const goOn = await held;
  const [iat, events] = [Math.floor(Date.now() / 1_000), { [LOGOUT_EVENT]: {} }];
  const claims = { sub: 'bo', iat, exp: iat + 60, jti: 'one', events };
  const logout_token = await provider.sign(claims, 'logout+jwt');
  const form = Buffer.from(new URLSearchParams({ logout_token }).toString());
  expect((await new Visitor(app).send('POST', LOGOUT_PATH, FORM, form)).statusCode).toBe(200);
  goOn();
  expect([await late, await visitor.status('GET /things')]).toEqual([401, 401]);
  await expect.poll(() => provider.requests).toContain('POST /token/revocation');
});
