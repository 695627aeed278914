import { expect, test } from 'vitest';
import {
  atProvider,
  callback,
  type ProviderCookies,
  signIn,
  start,
} from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { audited, startSessionApp, rewrite } from '#platform/test/session/session-app.ts';
import { client } from '#platform/testing/test-provider.ts';
import { type Application, sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { languageCookie } from '#platform/contract/language-cookie.ts';
import { limits } from '#platform/contract/limits.ts';
import {
  cookieName,
  sessionHint,
  SIGN_IN_PROBLEMS,
  type SignInProblem,
} from '#platform/contract/session/session-state.ts';

const problem = (reply: { headers: { location?: unknown } }) => {
  const url = new URL(String(reply.headers.location), 'http://localhost');
  return `${url.pathname} ${url.searchParams.get('problem')} ${url.searchParams.get('to')}`;
};
type Started = Awaited<ReturnType<typeof startSessionApp>>;
const cookies = (): ProviderCookies => new Map();

const https = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'www.example.org' };
const stripping = (app: Application): Application => ({
  inject: (sent) => app.inject({ ...sent, url: sent.url.replace(`${BASE_PATH}/`, '/') }),
});

test.each<[string, 'http://localhost' | 'https://www.example.org', boolean]>([
  ['without an ingress', 'http://localhost', false],
  ['behind an ingress with TLS', 'https://www.example.org', false],
  ['behind an ingress with TLS that strips the prefix', 'https://www.example.org', true],
])(
  '%s, a user signs in at the provider, returns to the requested path, and signs out',
  async (_, origin, strips) => {
    const { app, provider, refreshes } = await startSessionApp({ config: { ingressStripsPrefix: strips } });
    const [secure, prefix, headers] = origin.startsWith('https')
      ? ['; Secure', '__Secure-', https]
      : ['', '', {}];
    const visitor = new Visitor(strips ? stripping(app) : app, headers);
    const begun = await visitor.call(`GET /session/sign-in?to=${BASE_PATH}/things?page=2%23row`);
    expect(begun.headers['set-cookie']).toMatch(
      new RegExp(
        `^${prefix}${RegExp.escape(cookieName('sign-in'))}\\..*; Max-Age=\\d+; Path=${BASE_PATH}/api/session; HttpOnly${secure}; SameSite=Lax$`,
      ),
    );
    const location = new URL(String(begun.headers.location));
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'web',
      code_challenge_method: 'S256',
      redirect_uri: `${origin}${BASE_PATH}/api/session/callback`,
      scope: 'openid profile offline_access',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    const back = await callback(visitor, await atProvider(location.href, 'ann'));
    expect([back.statusCode, back.headers.location]).toEqual([303, `${BASE_PATH}/things?page=2#row`]);
    expect(visitor.cookies.map(({ name }) => name)).toEqual([prefix + cookieName('session'), sessionHint()]);
    const things = await visitor.call('GET /things');
    expect(things.json()).toEqual({ subject: 'ann', role: 'reader', tenant: 't1' });
    expect([sessionHeaderOf(things), refreshes()]).toMatchObject([{ user: { name: 'Ann' } }, 0]);
    const { to } = (await visitor.call('DELETE /session')).json<{ to: string }>();
    const url = new URL(to);
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.issuer}/session/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}${BASE_PATH}/`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^ey/);
    await expect.poll(() => provider.requests).toContain('POST /token/revocation');
    expect(await visitor.status('GET /things')).toBe(401);
  },
);

test('if the user declines or has no role, or the provider fails, a sign-in redirects to an error screen with the return path', async () => {
  const { visitor, entries } = await startSessionApp();
  expect(problem(await signIn(visitor, undefined, `?to=${BASE_PATH}/a`))).toBe(
    `${BASE_PATH}/session refused ${BASE_PATH}/a`,
  );
  expect(problem(await signIn(visitor, 'guest', `?to=${BASE_PATH}/a`))).toBe(
    `${BASE_PATH}/session no-role ${BASE_PATH}/a`,
  );
  const { origin, searchParams } = new URL(await start(visitor, `?to=${BASE_PATH}/a`));
  const odd = `${BASE_PATH}/api/session/callback?error=server_error&state=${searchParams.get('state')}&iss=${origin}`;
  expect(problem(await callback(visitor, odd))).toBe(`${BASE_PATH}/session provider ${BASE_PATH}/a`);
  expect(visitor.cookies).toEqual([]);
  expect(audited(entries, 'refusal').map(({ reason }) => reason)).toEqual([
    'the provider responded with access_denied',
    'no role',
    'the provider responded with server_error',
  ]);
});

/** Ways in which a sign-in fails, with the log line. */
const failures: [SignInProblem, string, (app: Started) => Promise<unknown>][] = [
  ['refused', 'access_denied', async ({ visitor }) => signIn(visitor, undefined)],
  ['no-role', 'no role', async ({ visitor }) => signIn(visitor, 'guest')],
  [
    'cookies',
    'no cookies',
    async ({ app }) => {
      const blocked = () => new Visitor(app);
      return callback(blocked(), await atProvider(await start(blocked()), 'ann'));
    },
  ],
  [
    'cookies',
    'more than one',
    async ({ app }) => {
      const twice = `${cookieName('session')}=a; ${cookieName('session')}=b`;
      return new Visitor(app, { cookie: twice }).call('GET /session/sign-in');
    },
  ],
  [
    'expired',
    'took too long',
    async ({ visitor }) => {
      const location = await start(visitor);
      pass(limits.SIGN_IN_MS + 1_000);
      return callback(visitor, await atProvider(location, 'ann'));
    },
  ],
  [
    'expired',
    'no readable sign-in cookie',
    async ({ app }) => {
      const url = await atProvider(await start(new Visitor(app)), 'ann');
      return callback(new Visitor(app, { cookie: `${languageCookie()}=en` }), url);
    },
  ],
  [
    'provider',
    'OAUTH_INVALID_RESPONSE',
    async ({ visitor, provider }) => {
      rewrite(provider, '/token', () => ({}));
      return signIn(visitor, 'ann');
    },
  ],
  [
    'provider',
    'does not match the contract',
    async ({ visitor, provider }) => {
      rewrite(provider, '/me', (reply) => ({ ...reply, name: { not: 'a text' } }));
      return signIn(visitor, 'ann');
    },
  ],
  [
    'provider-unavailable',
    'ECONNREFUSED',
    async ({ visitor, provider }) => {
      await provider.stop();
      return start(visitor);
    },
  ],
  [
    'too-many',
    'Too many',
    async ({ app }) => {
      const visitor = new Visitor(app, { 'x-forwarded-for': '192.0.2.1' });
      for (let sent = 0; sent < limits.SESSION_CALLS_PER_MINUTE; sent += 1)
        await visitor.call('GET /session');
      return start(visitor);
    },
  ],
];

test.each(failures)(
  'a sign-in that fails as %s (%s) is one log line and one count',
  async (problem, reason, fail) => {
    const started = await startSessionApp();
    await fail(started);
    const lines = audited(started.entries, 'refusal').filter((line) => line['problem'] !== undefined);
    expect(lines).toMatchObject([{ problem, reason: expect.stringContaining(reason) }]);
    const counts = (await started.app.metrics.metrics()).matchAll(
      /^session_events_total\{event="refusal",problem="([^"]*)"\} (\d+)$/gm,
    );
    expect(Object.fromEntries(Array.from(counts, ([, name, count]) => [name, count]))).toMatchObject({
      ...Object.fromEntries(SIGN_IN_PROBLEMS.map((name) => [name, '0'])),
      [problem]: '1',
    });
  },
);

test.each([
  ['Basic realm="provider"', { error: 'invalid_client' }, '401 invalid_client: check'],
  ['Basic realm="provider"', undefined, '401 invalid_client: check'],
  ['Bearer error="unauthorized_client"', undefined, '401 unauthorized_client: check'],
])(
  'a client rejected with the challenge %s and the body %j is logged as %s',
  async (challenge, body, reason) => {
    const { visitor, provider, entries } = await startSessionApp();
    provider.intercept = ({ url }, response, next) => {
      if (url !== '/token') return next();
      response.writeHead(401, { 'www-authenticate': challenge, 'content-type': 'application/json' });
      response.end(body && JSON.stringify(body));
    };
    expect(problem(await signIn(visitor, 'ann'))).toContain('/session provider ');
    expect(audited(entries, 'refusal')).toMatchObject([{ reason: expect.stringContaining(reason) }]);
  },
);

test('concurrent sign-ins in several tabs complete, with at most 4 pending sign-in cookies', async () => {
  const { visitor } = await startSessionApp();
  for (let begun = 0; begun < 20; begun++) await start(visitor);
  expect(visitor.cookies).toHaveLength(4);
  const [one, two, atIt] = [
    await start(visitor, `?to=${BASE_PATH}/one`),
    await start(visitor, `?to=${BASE_PATH}/two`),
    cookies(),
  ];
  expect((await callback(visitor, await atProvider(two, 'ann', atIt))).headers.location).toBe(
    `${BASE_PATH}/two`,
  );
  expect((await callback(visitor, await atProvider(one, 'ann', atIt))).headers.location).toBe(
    `${BASE_PATH}/one`,
  );
});

test('pending sign-ins have at most 6,000 bytes; the newest stay, and three with usual addresses', async () => {
  const { visitor } = await startSessionApp();
  const bytes = () => visitor.cookies.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
  const long = `?to=${BASE_PATH}/`.padEnd(1_380, 'a');
  for (let begun = 0; begun < 4; begun++) await start(visitor, long);
  expect(bytes()).toBeLessThanOrEqual(6_000);
  expect(visitor.cookies).toHaveLength(2);
  const usual = ['a', 'b', 'c'].map((name) => `${BASE_PATH}/${name.repeat(300)}`);
  const begun: string[] = [];
  for (const to of usual) begun.push(await start(visitor, `?to=${to}`));
  const atIt = cookies();
  for (const [index, location] of begun.entries()) {
    const reply = await callback(visitor, await atProvider(location, 'ann', atIt));
    expect(reply.headers.location).toBe(usual[index]);
  }
});

test('a callback after SIGN_IN_MS redirects to the screen for an expired sign-in, with the path to return to', async () => {
  const { visitor } = await startSessionApp();
  const location = await start(visitor, `?to=${BASE_PATH}/things`);
  pass(limits.SIGN_IN_MS + 1_000);
  const reply = await callback(visitor, await atProvider(location, 'ann'));
  expect(problem(reply)).toBe(`${BASE_PATH}/session expired ${BASE_PATH}/things`);
});

test('a callback without cookies redirects to the screen for blocked cookies', async () => {
  const { app } = await startSessionApp();
  const blocked = () => new Visitor(app);
  const reply = await callback(blocked(), await atProvider(await start(blocked()), 'ann'));
  expect(problem(reply)).toBe(`${BASE_PATH}/session cookies ${BASE_PATH}/`);
});

test('a repeated callback redirects to the home screen if the user is signed in, otherwise to the session screen', async () => {
  const { visitor } = await startSessionApp();
  const url = await atProvider(await start(visitor, `?to=${BASE_PATH}/things`), 'ann');
  await callback(visitor, url);
  expect((await callback(visitor, url)).headers.location).toBe(`${BASE_PATH}/`);
  await visitor.call('DELETE /session');
  expect((await callback(visitor, url)).headers.location).toContain(`${BASE_PATH}/session?`);
});

const fromElsewhere = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

test.each([
  undefined,
  'https://other.example/',
  'http://localhost.other.example/',
  'https://localhost/',
  'http://localhost:81/',
  'localhost',
  'about:blank',
])(
  'a sign-in started by another site redirects to the session screen (login CSRF; referer: %s)',
  async (referer) => {
    const { visitor } = await startSessionApp();
    const fields = { ...fromElsewhere, host: 'localhost', ...(referer && { referer }) };
    const reply = await visitor.call(`GET /session/sign-in?to=${BASE_PATH}/things`, undefined, fields);
    expect([reply.headers.location, reply.cookies]).toEqual([
      `${BASE_PATH}/session?to=${encodeURIComponent(`${BASE_PATH}/things`)}`,
      [],
    ]);
  },
);

test('a same-origin link that opens a new tab starts a sign-in, although WebKit sends `Sec-Fetch-Site: cross-site`', async () => {
  const { visitor } = await startSessionApp();
  const fields = { ...fromElsewhere, host: 'localhost', referer: `http://localhost${BASE_PATH}/session` };
  const reply = await visitor.call('GET /session/sign-in', undefined, fields);
  expect(reply.headers.location).toContain('redirect_uri=');
});

test('when a network exceeds its rate limit, navigations to session endpoints redirect to a screen, and calls return 429', async () => {
  const { app } = await startSessionApp();
  const ask = (address: string, path = '', mode = 'cors') =>
    new Visitor(app, { 'x-forwarded-for': address, 'sec-fetch-mode': mode }).call(`GET /session${path}`);
  const statuses: number[] = [];
  for (let sent = 0; sent <= limits.SESSION_CALLS_PER_MINUTE; sent++)
    statuses.push((await ask('192.0.2.1')).statusCode);
  expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([200, 200, 429]);
  expect(Number((await ask('192.0.2.1')).headers['retry-after'])).toBeGreaterThan(0);
  for (const path of ['', `/sign-in?to=${BASE_PATH}/a`, '/callback?code=no-code&state=no-state'])
    expect((await ask('192.0.2.1', path, 'navigate')).headers.location).toContain(
      `${BASE_PATH}/session?problem=too-many`,
    );
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
});

test('a callback with the state of another browser is rejected (RFC 9700, section 4.7)', async () => {
  const { app, visitor: attacker } = await startSessionApp();
  const url = await atProvider(await start(attacker), 'bo');
  const victim = new Visitor(app, { cookie: `${languageCookie()}=en` });
  expect(problem(await callback(victim, url))).toBe(`${BASE_PATH}/session expired ${BASE_PATH}/`);
  expect(await victim.status('GET /things')).toBe(401);
});

test('a callback with an injected authorization code is rejected (PKCE)', async () => {
  const { app, visitor: ann } = await startSessionApp();
  const stolen = new URL(await atProvider(await start(new Visitor(app)), 'bo'));
  const own = new URL(await atProvider(await start(ann), 'ann'));
  own.searchParams.set('code', stolen.searchParams.get('code') ?? '');
  expect(problem(await callback(ann, own.href))).toBe(`${BASE_PATH}/session expired ${BASE_PATH}/`);
  expect(await ann.status('GET /things')).toBe(401);
});

test('a callback from another issuer is rejected (RFC 9207)', async () => {
  const { visitor } = await startSessionApp();
  const url = new URL(await atProvider(await start(visitor), 'ann'));
  url.searchParams.set('iss', 'https://evil.example');
  expect(problem(await callback(visitor, url.href))).toBe(`${BASE_PATH}/session provider ${BASE_PATH}/`);
});

test('tokens, codes, cookies and secrets are neither logged nor sent to the browser', async () => {
  const secrets = [client.secret];
  const { visitor, entries, provider } = await startSessionApp();
  rewrite(provider, '/token', (reply) => {
    for (const [name, value] of Object.entries(reply))
      if (name.endsWith('_token')) secrets.push(String(value));
    return reply;
  });
  const url = await atProvider(await start(visitor), 'ann');
  secrets.push(new URL(url).searchParams.get('code') ?? '');
  const own = visitor.cookies.map(({ value }) => value);
  const replies = [await callback(visitor, url), await visitor.call('GET /session')];
  own.push(...(visitor.cookie(cookieName('session')) ?? '').split('.').slice(1));
  pass(301_000);
  replies.push(await visitor.call('GET /token'), await visitor.call('GET /things'));
  // The client secret, the code, and three tokens each from sign-in and refresh.
  expect(secrets).toHaveLength(8);
  await visitor.call('DELETE /session');
  const log = JSON.stringify(entries);
  expect([...secrets, ...own].filter((secret) => log.includes(secret))).toEqual([]);
  const toBrowser = replies.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n');
  expect(secrets.filter((secret) => toBrowser.includes(secret))).toEqual([]);
});
