import { onTestFinished, expect, test, vi } from 'vitest';
import { atProvider, type ProviderCookies } from '#test/session/at-provider.ts';
import { beside, callback, signIn, start } from '#test/session/beside-provider.ts';
import { noteTokens } from '#test/session/note-tokens.ts';
import { client } from '#test/session/test-provider.ts';
import { toldBy, Visitor } from '#test/session/visitor.ts';
import { limits } from '#contract/kit/limits.ts';

test('a person signs in at the provider, and returns to where they wanted to be', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  const location = new URL(await start(visitor, '?to=/web/things?page=2%23row'));
  expect(Object.fromEntries(location.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'web',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost/web/api/session/callback',
    scope: 'openid profile offline_access',
    state: expect.stringMatching(/^.{43}$/),
    nonce: expect.stringMatching(/^.{43}$/),
  });
  const back = await callback(visitor, await atProvider(location.href, 'ann'));
  expect([back.statusCode, back.headers.location]).toEqual([303, '/web/things?page=2#row']);
  expect(visitor.cookies.map(({ name }) => name)).toEqual(['web-session', 'web-signed-in']);
  const things = await visitor.call('GET /things');
  expect(things.json()).toEqual({ subject: 'ann', role: 'reader', tenant: 't1' });
  expect(toldBy(things)).toMatchObject({ person: { name: 'Ann' } });
  expect(provider.requests.filter((request) => request === 'POST /token')).toHaveLength(1);
});

const problem = (reply: { headers: { location?: unknown } }) => {
  const url = new URL(String(reply.headers.location), 'http://localhost');
  return `${url.pathname} ${url.searchParams.get('problem')} ${url.searchParams.get('to')}`;
};

test('who refuses, who has no role here, and what the provider does not like end on a screen with the way on', async () => {
  const { app, entries } = await beside();
  const visitor = new Visitor(app);
  expect(problem(await signIn(visitor, undefined, '?to=/web/a'))).toBe('/web/session refused /web/a');
  expect(problem(await signIn(visitor, 'guest', '?to=/web/a'))).toBe('/web/session no-role /web/a');
  const location = new URL(await start(visitor, '?to=/web/a'));
  const odd = `/web/api/session/callback?error=server_error&state=${location.searchParams.get('state')}&iss=${location.origin}`;
  expect(problem(await callback(visitor, odd))).toBe('/web/session provider /web/a');
  expect(visitor.cookies).toEqual([]);
  const reasons = entries.flatMap(({ session, reason }) => (session === 'refusal' ? reason : []));
  expect(reasons).toEqual([
    'the provider answered access_denied',
    'no role',
    'the provider answered server_error',
  ]);
});

test('who has no role here can name another account: the provider is asked to sign in anew', async () => {
  const visitor = new Visitor((await beside()).app);
  const promptOf = async (search: string) => new URL(await start(visitor, search)).searchParams.get('prompt');
  expect([await promptOf(''), await promptOf('?other=1')]).toEqual([null, 'login']);
});

test('several sign-ins side by side in the tabs of one browser work', async () => {
  const { app } = await beside();
  const visitor = new Visitor(app);
  const one = await start(visitor, '?to=/web/one');
  const two = await start(visitor, '?to=/web/two');
  const cookies: ProviderCookies = new Map();
  expect((await callback(visitor, await atProvider(two, 'ann', cookies))).headers.location).toBe('/web/two');
  expect((await callback(visitor, await atProvider(one, 'ann', cookies))).headers.location).toBe('/web/one');
});

test('who has two session cookies is told so, and not sent to the provider again and again', async () => {
  const visitor = new Visitor((await beside()).app);
  await signIn(visitor, 'ann');
  visitor.cookies = [...visitor.cookies, { name: 'web-session', value: 'planted', path: '/web/api' }];
  const reply = await visitor.call('GET /session/sign-in?to=/web/things');
  expect(problem(reply)).toBe('/web/session cookies /web/things');
});

test('20 sign-ins that were begun leave at most 4 cookies', async () => {
  const visitor = new Visitor((await beside()).app);
  // oxlint-disable-next-line no-await-in-loop
  for (let begun = 0; begun < 20; begun++) await start(visitor);
  expect(visitor.cookies).toHaveLength(4);
});

test('a sign-in that took too long begins again by itself, once', async () => {
  const { app } = await beside();
  const visitor = new Visitor(app);
  const cookies: ProviderCookies = new Map();
  const location = await start(visitor, '?to=/web/things');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limits.SIGN_IN_MS + 1_000 });
  onTestFinished(() => void vi.useRealTimers());
  const late = await callback(visitor, await atProvider(location, 'ann', cookies));
  expect(late.headers.location).toContain(`${new URL(location).origin}/auth?`);
  vi.useRealTimers();
  const back = await callback(visitor, await atProvider(String(late.headers.location), 'ann', cookies));
  expect(back.headers.location).toBe('/web/things');
});

test('where cookies are blocked, the sign-in screen says so', async () => {
  const { app } = await beside();
  const blocked = () => new Visitor(app);
  const reply = await callback(blocked(), await atProvider(await start(blocked()), 'ann'));
  expect(problem(reply)).toBe('/web/session cookies /web/');
});

test('going back into the way back, while signed in, leads on; signed out, to the sign-in screen', async () => {
  const { app } = await beside();
  const visitor = new Visitor(app);
  const url = await atProvider(await start(visitor, '?to=/web/things'), 'ann');
  await callback(visitor, url);
  expect((await callback(visitor, url)).headers.location).toBe('/web/');
  await visitor.call('DELETE /session');
  expect((await callback(visitor, url)).headers.location).toMatch(/^\/web\/session\?/);
});

test('a sign-in in a window of its own ends on the screen that reports it', async () => {
  const { app } = await beside();
  const reply = await signIn(new Visitor(app), 'ann', '?window=1');
  expect(reply.headers.location).toBe('/web/session?done=');
});

test('the redirect URI has the public origin of the settings, whatever Host says', async () => {
  const { app } = await beside({}, { publicOrigin: 'https://www.example.org' });
  const redirectUri = async (visitor: Visitor) =>
    new URL(await start(visitor)).searchParams.get('redirect_uri');
  const own = 'https://www.example.org/web/api/session/callback';
  expect(await redirectUri(new Visitor(app, { host: 'evil.example' }))).toBe(own);
  const { app: without } = await beside();
  expect(await redirectUri(new Visitor(without))).toBe('http://localhost/web/api/session/callback');
});

test('another site cannot begin a sign-in: the person is asked', async () => {
  const { app } = await beside();
  const fields = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
  const reply = await new Visitor(app).call('GET /session/sign-in?to=/web/things', undefined, fields);
  expect([reply.headers.location, reply.cookies]).toEqual(['/web/session?to=%2Fweb%2Fthings', []]);
});

test('the state of another browser does not sign in (CSRF on the way back, RFC 9700, section 4.7)', async () => {
  const { app } = await beside();
  const attacker = new Visitor(app);
  const url = await atProvider(await start(attacker), 'bo');
  const victim = new Visitor(app, { cookie: 'web-language=en' });
  const reply = await callback(victim, url);
  // Not on to the provider, where the victim may be signed in.
  expect(problem(reply)).toBe('/web/session expired /web/');
  expect((await victim.call('GET /things')).statusCode).toBe(401);
});

test('the code of another session, put into another way back, does not sign in: PKCE and nonce', async () => {
  const { app } = await beside();
  const [ann, bo] = [new Visitor(app), new Visitor(app)];
  const stolen = new URL(await atProvider(await start(bo), 'bo'));
  const own = new URL(await atProvider(await start(ann), 'ann'));
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  expect(problem(await callback(ann, own.href))).toBe('/web/session expired /web/');
  expect((await ann.call('GET /things')).statusCode).toBe(401);
});

test('a request for a code without PKCE gets none that could be used (PKCE downgrade)', async () => {
  const { app } = await beside({ configuration: { pkce: { required: () => false } } });
  const visitor = new Visitor(app);
  const location = new URL(await start(visitor));
  location.searchParams.delete('code_challenge');
  location.searchParams.delete('code_challenge_method');
  const reply = await callback(visitor, await atProvider(location.href, 'ann'));
  expect(reply.headers.location).toContain('/web/session?problem=');
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('a way back from another issuer is refused (mix-up, RFC 9207)', async () => {
  const { app } = await beside();
  const visitor = new Visitor(app);
  const url = new URL(await atProvider(await start(visitor), 'ann'));
  url.searchParams.set('iss', 'https://evil.example');
  expect(problem(await callback(visitor, url.href))).toBe('/web/session provider /web/');
});

test('a session cookie of another application is none here', async () => {
  const { app } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  const value = visitor.cookie('web-session') ?? '';
  visitor.cookies = [{ name: 'other-session', value, path: '/web' }];
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('sign-out ends the session here, takes the refresh token back, and leads to the provider', async () => {
  const { app, provider } = await beside();
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  const { to } = (await visitor.call('DELETE /session')).json<{ to: string }>();
  const url = new URL(to);
  expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/session/end`);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost/web/');
  expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
  await expect.poll(() => provider.requests).toContain('POST /token/revocation');
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('no token, code, cookie or secret is in a log line or reaches the browser', async () => {
  const { app, entries, provider } = await beside();
  const seen: string[] = [];
  provider.intercept = ({ url }, response, next) => {
    if (url === '/token') noteTokens(response, (token) => seen.push(token));
    next();
  };
  const visitor = new Visitor(app);
  const url = await atProvider(await start(visitor), 'ann');
  const reply = await callback(visitor, url);
  const replies = [reply, await visitor.call('GET /session'), await visitor.call('GET /things')];
  expect(seen).toHaveLength(3);
  const secrets = [
    ...seen,
    client.secret,
    new URL(url).searchParams.get('code') ?? '',
    visitor.cookie('web-session') ?? '',
  ];
  const log = JSON.stringify(entries);
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  const toBrowser = replies.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
  expect(secrets.slice(0, -1).filter((secret) => toBrowser.includes(secret))).toEqual([]);
});
