import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { pass } from '#platform/test/session/pass.ts';
import { audited, sessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { limits } from '#platform/contract/limits.ts';
import { cookieName, sessionHint } from '#platform/contract/session/session-state.ts';

const SESSION = cookieName('session');
const KNOWN = cookieName('known');

const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
const withHandlers = (handlers: object) => ({ handlers: { ...sessionModules.handlers, ...handlers } });

async function signedIn(modules: object = {}, who: object = ann) {
  const { app, entries } = await sessionApp({}, modules);
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', who);
  return { app, visitor, entries };
}
const planted = (value: string, path = BASE_PATH, name = SESSION) => ({ name, value, path });
/** Session cookie that is well-formed, but unknown. */
const UNKNOWN = `${'A'.repeat(16)}.${'A'.repeat(43)}`;

test.each([
  ['http', '', ''],
  ['https', '__Secure-', ' Secure;'],
])('session.begin() over %s sets the cookies and the session header', async (scheme, prefix, secure) => {
  const visitor = new Visitor((await sessionApp()).app, { 'x-forwarded-proto': scheme });
  expect((await visitor.call('GET /things')).json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  const reply = await visitor.call('POST /sign-in', ann);
  expect(sessionHeaderOf(reply)).toEqual({
    version: visitor.cookie(sessionHint()),
    subject: 'ann',
    role: 'reader',
    user: { name: 'Ann' },
    idleSeconds: expect.closeTo(limits.SESSION_IDLE_MS / 1_000, -1),
    remainingSeconds: expect.closeTo(limits.SESSION_MS / 1_000, -1),
  });
  const attributes = `Max-Age=${limits.SESSION_MS / 1_000}; Path=${BASE_PATH};`;
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      `^${prefix}${RegExp.escape(SESSION)}=[\\w-]{16}\\.[\\w-]{43}; ${attributes} HttpOnly;${secure} SameSite=Lax$`,
    ),
    expect.stringMatching(
      `^${RegExp.escape(sessionHint())}=[\\w-]{8}\\.[\\w-]{11}; ${attributes}${secure} SameSite=Lax$`,
    ),
    expect.stringMatching(
      `^${prefix}${RegExp.escape(KNOWN)}=[\\w-]{100,400}; Max-Age=7776000; Path=${BASE_PATH}; HttpOnly;${secure} SameSite=Lax$`,
    ),
  ]);
  const things = await visitor.call('GET /things');
  expect(things.json()).toEqual({ subject: 'ann', role: 'reader', tenant: 't1' });
});

test('a response contains the session only if the request’s X-Session header is out of date, and never if the request is cross-site', async () => {
  const { visitor } = await signedIn();
  const version = visitor.cookie(sessionHint()) ?? '';
  const headerAfter = async (key: string, body?: object, headers?: Record<string, string>) =>
    sessionHeaderOf(await visitor.call(key, body, headers));
  const known = { 'x-session': version };
  expect(await headerAfter('GET /who')).toMatchObject({ subject: 'ann', version });
  expect(await headerAfter('GET /who', undefined, known)).toBeUndefined();
  expect(await headerAfter('PATCH /sign-in', { name: 'Anna' }, known)).toMatchObject({
    user: { name: 'Anna' },
  });
  for (const key of ['POST /things', 'DELETE /session']) {
    const forged = await visitor.call(key, undefined, { 'x-requested-by': '' });
    expect([forged.statusCode, sessionHeaderOf(forged)]).toEqual([403, undefined]);
  }
  expect(await visitor.status('DELETE /session')).toBe(200);
  expect(await headerAfter('GET /who', undefined, known)).toBe('none');
  expect(await headerAfter('GET /who')).toBeUndefined();
});

test('can() of a handler follows the role of the request, also after the handler has changed it', async () => {
  interface Context {
    readonly session: { readonly change: (changes: object) => Promise<void> };
    readonly can: (permission: string) => boolean;
  }
  const answers = ({ can }: Context) => ['public:read', 'thing:read', 'thing:write'].map(can).join(' ');
  const { app, visitor } = await signedIn(
    withHandlers({
      'GET /who': (context: Context) => ({ subject: null, role: answers(context) }),
      'GET /things': async (context: Context) => {
        await context.session.change({ role: 'keeper' });
        return { subject: null, role: answers(context) };
      },
    }),
  );
  expect((await new Visitor(app).call('GET /who')).json().role).toBe('true false false');
  expect((await visitor.call('GET /who')).json().role).toBe('true true false');
  expect((await visitor.call('GET /things')).json().role).toBe('true true true');
});

test('session cookies of other applications are ignored; over https, so are session cookies without __Secure-', async () => {
  const { app } = await sessionApp();
  for (const [headers, own, ...others] of [
    [{ 'x-forwarded-proto': 'http' }, SESSION, 'other-session'],
    [{ 'x-forwarded-proto': 'https' }, `__Secure-${SESSION}`, SESSION, '__Secure-portal-session'],
  ] as const) {
    const visitor = new Visitor(app, headers);
    await visitor.call('POST /sign-in', ann);
    const statusWith = (name: string) =>
      new Visitor(app, headers, [planted(visitor.cookie(own) ?? '', BASE_PATH, name)]).status('GET /things');
    expect(await statusWith(own)).toBe(200);
    for (const name of others) expect([name, await statusWith(name)]).toEqual([name, 401]);
  }
});

test('the session identifier rotates at sign-in and when the role changes; old identifiers are rejected', async () => {
  const { app, visitor } = await signedIn();
  const identifiers = [visitor.cookie(SESSION)];
  await visitor.call('PATCH /sign-in', { role: 'keeper' });
  identifiers.push(visitor.cookie(SESSION));
  expect((await visitor.call('POST /things')).json()).toMatchObject({ role: 'keeper' });
  await visitor.call('POST /sign-in', ann);
  identifiers.push(visitor.cookie(SESSION));
  expect(new Set(identifiers).size).toBe(3);
  const [key, secret] = [identifiers[2]?.split('.')[0], identifiers[1]?.split('.')[1]];
  identifiers.push(`${key}.${secret}`, key, `${key}.`);
  const statuses = identifiers.map((value = '') =>
    new Visitor(app, {}, [planted(value)]).status('GET /things'),
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 200, 401, 401, 401]);
});

test('a request with two session cookies is rejected and logged', async () => {
  const { app, visitor, entries } = await signedIn();
  const attacker = new Visitor(app);
  await attacker.call('POST /sign-in', { ...ann, subject: 'eve' });
  const own = visitor.cookies;
  const other = planted(attacker.cookie(SESSION) ?? '', `${BASE_PATH}/api`);
  for (const cookies of [
    [...own, other],
    [other, ...own],
  ]) {
    visitor.cookies = cookies;
    const reply = await visitor.call('GET /things');
    expect([reply.statusCode, sessionHeaderOf(reply)]).toEqual([401, 'none']);
  }
  expect(audited(entries, 'refusal')).toMatchObject([
    { reason: 'more than one session cookie' },
    { reason: 'more than one session cookie' },
  ]);
  visitor.cookies = own;
  expect(await visitor.status('GET /things')).toBe(200);
});

test('an idle session expires at its idle timeout, and an active session at its absolute timeout', async () => {
  const { visitor } = await signedIn();
  for (const [unused, status] of [
    [-1_000, 200],
    [-1_000, 200],
    [1_000, 401],
  ] as const) {
    pass(limits.SESSION_IDLE_MS + unused);
    expect(await visitor.status('GET /things')).toBe(status);
  }
  await visitor.call('POST /sign-in', ann);
  const statuses: number[] = [];
  for (let used = 0; used < limits.SESSION_MS; used += limits.SESSION_IDLE_MS - 60_000) {
    pass(limits.SESSION_IDLE_MS - 60_000);
    statuses.push(await visitor.status('GET /things'));
  }
  expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([200, 200, 401]);
});

test('GET /session returns the session, but only POST /session extends the session', async () => {
  const { visitor } = await signedIn();
  pass(600_000);
  const idle = limits.SESSION_IDLE_MS / 1_000;
  const session = await visitor.call('GET /session');
  expect(session.json()).toMatchObject({
    session: {
      subject: 'ann',
      role: 'reader',
      user: { name: 'Ann' },
      idleSeconds: expect.closeTo(idle - 600, -1),
    },
    signIn: { provider: false, screen: null },
  });
  expect(session.json().session.permissions).toContain('thing:read');
  expect(session.body).not.toMatch(/"t1"|token/);
  expect((await visitor.call('POST /session')).json().session.idleSeconds).toBeCloseTo(idle, -1);
  await visitor.call('DELETE /session');
  expect((await visitor.call('GET /session')).json()).toMatchObject({ session: null });
  expect(await visitor.status('POST /session')).toBe(401);
});

test('a call with extendsSession: false does not extend the session, and its session header has the remaining idle time', async () => {
  const { visitor } = await signedIn();
  const idle = limits.SESSION_IDLE_MS / 1_000;
  pass(600_000);
  const reply = await visitor.call('GET /status', undefined, { 'x-session': 'another version' });
  expect(sessionHeaderOf(reply)).toMatchObject({ idleSeconds: expect.closeTo(idle - 600, -1) });
  pass(limits.SESSION_IDLE_MS - 599_000);
  expect(await visitor.status('GET /things')).toBe(401);
});

test('changed permissions of a role apply to its sessions, and a session whose role was removed is rejected', async () => {
  const permissionsOf: Record<string, readonly string[]> = { ...sessionModules.permissionsOf };
  const { visitor } = await signedIn({ permissionsOf }, { ...ann, role: 'keeper' });
  expect((await visitor.call('GET /session')).json().session.permissions).toContain('thing:write');
  permissionsOf['keeper'] = ['thing:read'];
  expect((await visitor.call('GET /session')).json().session.permissions).toEqual(['thing:read']);
  delete permissionsOf['keeper'];
  expect(await visitor.status('GET /things')).toBe(401);
});

test.each([
  ['public, max-age=60', 'no-store', 'public, max-age=60'],
  ['private, max-age=60', 'private, max-age=60', 'private, max-age=60'],
  [undefined, 'no-store', 'no-store'],
])(
  'if a handler sets Cache-Control to %j, a call that needs a session sends %j, and a public call sends %j',
  async (policy, ...expected) => {
    const cached = ({ reply }: { reply: FastifyReply }) => {
      if (policy) reply.header('cache-control', policy);
      return { subject: null, role: 'x' };
    };
    const { visitor } = await signedIn(withHandlers({ 'GET /things': cached, 'GET /who': cached }));
    const fields = await Promise.all(['GET /things', 'GET /who'].map((key) => visitor.call(key)));
    expect(fields.map(({ headers }) => headers['cache-control'])).toEqual(expected);
  },
);

/** Spellings that differ only in case, white space, width, accents or invisible characters. */
const same = 'ann|ANN| ánn|ann\t|ａｎｎ|a\u200bnn|a\u00adnn|añn\u0000|\ufeffann|aN\u0301n '.split('|');
const maxAttempts = {
  ofBoth: limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT_AND_IP,
  ofAccount: limits.SIGN_IN_ATTEMPTS_PER_ACCOUNT,
  ofAddress: limits.SIGN_IN_ATTEMPTS_PER_IP,
};

test.each<[string, number, (index: number) => [address: string, subject: string]]>([
  ['one account at one address', maxAttempts.ofBoth, () => ['192.0.2.1', 'ann']],
  ['spellings of one account', maxAttempts.ofBoth, (index) => ['192.0.2.1', same[index] ?? 'ann']],
  [
    'many accounts from one IPv6 network',
    maxAttempts.ofAddress,
    (index) => [`2001:db8::${index}`, `user${index}`],
  ],
])(
  'sign-in attempts with %s are limited, and other sign-in attempts are not',
  async (_what, count, attempt) => {
    const { app, entries } = await sessionApp();
    const send = (address: string, subject: string) =>
      new Visitor(app, { 'x-forwarded-for': address }).call('POST /sign-in', { ...ann, subject });
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await send(...attempt(index))).statusCode);
    expect(statuses).toEqual(Array<number>(count).fill(204));
    const rejected = await send(...attempt(count));
    expect([rejected.statusCode, rejected.json()]).toMatchObject([
      429,
      { detail: `Too many attempts. Please try again in ${limits.SIGN_IN_ATTEMPTS_MS / 60_000} min.` },
    ]);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(limits.SIGN_IN_ATTEMPTS_MS / 2_000);
    expect(audited(entries, 'refusal')).toMatchObject([{ reason: 'too many attempts to sign in' }]);
    const owner = await send('203.0.113.1', 'ann');
    expect(owner.statusCode).toBe(204);
  },
);

const begin = ({ session }: Pick<SignInContext, 'session'>) =>
  session.begin({ subject: 'ann', role: 'reader', user: { name: 'Ann' }, private: { tenant: 't1' } });
interface SignInContext {
  readonly session: Record<'begin', (who: object) => Promise<void>> &
    Record<'limitAttempts', (account: string) => Promise<void>>;
  readonly body: Record<'subject' | 'name', string>;
}

/** Starts an application whose only valid password is `right`. */
async function withPasswords() {
  const signIn = async ({ session, body: { subject, name } }: SignInContext) => {
    await session.limitAttempts(subject);
    if (name === 'right') await begin({ session });
  };
  const { app } = await sessionApp({}, withHandlers({ 'POST /sign-in': signIn }));
  const attempt = async (from: Visitor | string, name = 'wrong', subject = 'ann') => {
    const visitor = typeof from === 'string' ? new Visitor(app, { 'x-forwarded-for': from }) : from;
    return (await visitor.call('POST /sign-in', { role: 'reader', subject, name })).statusCode;
  };
  return { app, attempt };
}
const inTurn = async (count: number, send: (index: number) => Promise<number>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await send(index));
  return statuses;
};

test('failed sign-in attempts block browsers that never signed in to the account, but not a browser that has signed in before', async () => {
  pass(0);
  const { app, attempt } = await withPasswords();
  const owner = new Visitor(app);
  expect(await attempt(owner, 'wrong')).toBe(204);
  expect(owner.cookies).toEqual([]);
  await attempt(owner, 'right');
  await owner.call('DELETE /session');
  for (const subject of ['ann', 'bo'])
    await inTurn(maxAttempts.ofAccount + 1, (index) => attempt(`192.0.2.${index}`, 'wrong', subject));
  expect(await attempt('203.0.113.1', 'right')).toBe(429);
  const known = owner.cookie(KNOWN) ?? '';
  const withCookie = (value: string, name = KNOWN) =>
    attempt(new Visitor(app, { 'x-forwarded-for': '203.0.113.2' }, [planted(value, BASE_PATH, name)]));
  expect([await attempt(owner, 'right', 'bo'), await withCookie(`A${known}`)]).toEqual([429, 429]);
  expect(await withCookie(known, 'portal-known')).toBe(429);
  expect([await attempt(owner, 'right'), await attempt(owner, 'right')]).toEqual([204, 204]);
  // All attempts with a stolen cookie share one limit, whatever their address and the encoding of the cookie.
  const stolen = (index: number) => withCookie(known + '='.repeat(index));
  const statuses = await inTurn(maxAttempts.ofBoth, stolen);
  expect(statuses).toEqual([...Array<number>(maxAttempts.ofBoth - 2).fill(204), 429, 429]);
  pass(limits.KNOWN_BROWSER_MS);
  await inTurn(maxAttempts.ofAccount + 1, (index) => attempt(`192.0.2.${index}`));
  expect(await attempt(owner, 'right')).toBe(429);
});

test('a sign-in beyond SESSIONS_PER_SUBJECT ends the least recently used session; signing in again in the same browser replaces that browser’s session', async () => {
  const { app, entries } = await sessionApp({}, withHandlers({ 'POST /sign-in': begin }));
  const visitors = Array.from({ length: limits.SESSIONS_PER_SUBJECT }, () => new Visitor(app));
  for (const visitor of visitors) await visitor.call('POST /sign-in', ann);
  await visitors.at(-1)?.call('POST /sign-in', ann);
  const statuses = () => Promise.all(visitors.map((visitor) => visitor.status('GET /things')));
  expect([new Set(await statuses()), audited(entries, 'end')]).toEqual([new Set([200]), []]);
  visitors.push(new Visitor(app));
  await visitors.at(-1)?.call('POST /sign-in', ann);
  const [first, ...others] = await statuses();
  expect([first, new Set(others)]).toEqual([401, new Set([200])]);
  const reason = 'the subject has too many sessions';
  expect(audited(entries, 'end')).toMatchObject([{ subject: 'ann', reason }]);
});

test('if concurrent sign-ins exceed SESSIONS_PER_SUBJECT, the next sign-in ends the excess sessions', async () => {
  const { app } = await sessionApp({}, withHandlers({ 'POST /sign-in': begin }));
  const visitors = Array.from({ length: 2 * limits.SESSIONS_PER_SUBJECT }, () => new Visitor(app));
  await Promise.all(visitors.map((visitor) => visitor.call('POST /sign-in', ann)));
  visitors.push(new Visitor(app));
  await visitors.at(-1)?.call('POST /sign-in', ann);
  const statuses = await Promise.all(visitors.map((visitor) => visitor.status('GET /things')));
  expect(statuses.filter((status) => status === 200)).toHaveLength(limits.SESSIONS_PER_SUBJECT);
  expect(statuses.at(-1)).toBe(200);
});

test('session calls are rate-limited per session, so that other users at the same address cannot block a sign-out', async () => {
  const { app, visitor } = await signedIn();
  const statusesOf = async (who: Visitor, count: number) => {
    const statuses: number[] = [];
    for (let sent = 0; sent < count; sent += 1) statuses.push(await who.status('GET /session'));
    return [statuses.at(-2), statuses.at(-1)];
  };
  const other = new Visitor(app);
  await other.call('POST /sign-in', ann);
  const maxCalls = limits.SESSION_CALLS_PER_MINUTE;
  expect(await statusesOf(new Visitor(app), maxCalls + 1)).toEqual([200, 429]);
  expect(await statusesOf(other, maxCalls + 1)).toEqual([200, 429]);
  expect(await visitor.status('DELETE /session')).toBe(200);
});

test('session events are logged with subject and request ID, and without cookies', async () => {
  const { app, visitor, entries } = await signedIn({}, { ...ann, token: 'a-token' });
  const identifiers = [visitor.cookie(SESSION)];
  await visitor.call('PATCH /sign-in', { role: 'keeper' });
  identifiers.push(visitor.cookie(SESSION));
  const { cookies } = visitor;
  await visitor.call('DELETE /session');
  visitor.cookies = cookies;
  await visitor.call('GET /who');
  // Expired and forged sessions are not logged.
  const forged = [planted(UNKNOWN), planted('A'.repeat(11), BASE_PATH, sessionHint())];
  await new Visitor(app, {}, forged).call('GET /who');
  expect(audited(entries)).toMatchObject([
    { session: 'sign-in', subject: 'ann', request_id: expect.any(String) },
    { session: 'change', subject: 'ann' },
    { session: 'sign-out', subject: 'ann' },
  ]);
  const text = JSON.stringify(entries);
  for (const secret of ['a-token', ...identifiers]) expect(text).not.toContain(secret);
});
