import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply } from 'fastify';
import { onTestFinished, expect, test, vi } from 'vitest';
import { sessionParts } from '#test/session/session-parts.ts';
import { toldBy, Visitor } from '#test/session/visitor.ts';
import { logEntries, testApp } from '#test/test-app.ts';
import { limits } from '#contract/kit/limits.ts';

const noUpstreams = { mine: new URL('http://not-used.invalid'), ours: new URL('http://not-used.invalid') };
const sessionApp = (config: object = {}, parts: object = {}) =>
  testApp({ upstreams: noUpstreams, isDevelopment: false, ...config }, { ...sessionParts, ...parts });
const ann = { subject: 'ann', role: 'reader', name: 'Ann' };

async function signedIn(who: object = ann) {
  const app = await sessionApp();
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', who);
  return { app, visitor };
}

test('a handler signs a person in: cookies, reply and later calls tell who it is', async () => {
  const visitor = new Visitor(await sessionApp());
  expect((await visitor.call('GET /things')).json()).toMatchObject({ status: 401, code: 'not-signed-in' });
  const reply = await visitor.call('POST /sign-in', ann);
  expect(toldBy(reply)).toEqual({
    version: visitor.cookie('web-signed-in'),
    subject: 'ann',
    role: 'reader',
    person: { name: 'Ann' },
    idleSeconds: expect.closeTo(limits.SESSION_IDLE_MS / 1_000, -1),
    remainingSeconds: expect.closeTo(limits.SESSION_MS / 1_000, -1),
  });
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^web-session=[\w-]{16}\.[\w-]{43}; Max-Age=43200; Path=\/web; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(/^web-signed-in=[\w-]{11}; Max-Age=43200; Path=\/web; SameSite=Lax$/),
  ]);
  const things = await visitor.call('GET /things');
  expect(things.json()).toEqual({ subject: 'ann', role: 'reader', tenant: 't1' });
  expect(things.headers['cache-control']).toBe('no-store');
});

test('a reply tells the session only to a tab that does not know it', async () => {
  const { visitor } = await signedIn();
  const version = visitor.cookie('web-signed-in') ?? '';
  expect(toldBy(await visitor.call('GET /who'))).toMatchObject({ subject: 'ann', version });
  expect(toldBy(await visitor.call('GET /who', undefined, { 'x-session': version }))).toBeUndefined();
  const renamed = await visitor.call('PATCH /sign-in', { name: 'Anna' }, { 'x-session': version });
  expect(toldBy(renamed)).toMatchObject({ person: { name: 'Anna' } });
  await visitor.call('DELETE /session');
  expect(toldBy(await visitor.call('GET /who', undefined, { 'x-session': version }))).toBe('none');
  expect(toldBy(await visitor.call('GET /who'))).toBeUndefined();
});

test('over https, as a trusted proxy tells, the cookies are secure and have another name', async () => {
  const app = await sessionApp();
  const visitor = new Visitor(app, { 'x-forwarded-proto': 'https' });
  const reply = await visitor.call('POST /sign-in', ann);
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Secure-web-session=.*; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^web-signed-in=.*; Secure; SameSite=Lax$/),
  ]);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  const stolen = new Visitor(app, { 'x-forwarded-proto': 'https' });
  stolen.cookies = [
    { name: 'web-session', value: visitor.cookie('__Secure-web-session') ?? '', path: '/web' },
  ];
  expect((await stolen.call('GET /things')).statusCode).toBe(401);
});

test('a new identifier at sign-in and at a change of role: the old ones open nothing', async () => {
  const { app, visitor } = await signedIn();
  const identifiers = [visitor.cookie('web-session')];
  await visitor.call('PATCH /sign-in', { role: 'keeper' });
  identifiers.push(visitor.cookie('web-session'));
  expect((await visitor.call('POST /things')).json()).toMatchObject({ role: 'keeper' });
  await visitor.call('POST /sign-in', ann);
  identifiers.push(visitor.cookie('web-session'));
  expect(new Set(identifiers).size).toBe(3);
  // What the store calls a session opens nothing.
  const [key, secret] = [identifiers[2]?.split('.')[0], identifiers[1]?.split('.')[1]];
  identifiers.push(`${key}.${secret}`, key, `${key}.`);
  const replies = identifiers.map((value = '') => {
    const other = new Visitor(app);
    other.cookies = [{ name: 'web-session', value, path: '/web' }];
    return other.call('GET /things');
  });
  const statuses = (await Promise.all(replies)).map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([401, 401, 200, 401, 401, 401]);
});

test('another person’s identifier in the browser before sign-in stays without a session (session fixation)', async () => {
  const { app, visitor } = await signedIn();
  const planted = `${'A'.repeat(16)}.${'A'.repeat(43)}`;
  const victim = new Visitor(app);
  victim.cookies = [{ name: 'web-session', value: planted, path: '/web' }];
  await victim.call('POST /sign-in', { ...ann, subject: 'bo' });
  expect(victim.cookie('web-session')).not.toBe(planted);
  visitor.cookies = [{ name: 'web-session', value: planted, path: '/web' }];
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('two session cookies do not sign in: one may be planted by a page of another path', async () => {
  const { visitor } = await signedIn();
  visitor.cookies = [
    ...visitor.cookies,
    { name: 'web-session', value: `${'B'.repeat(16)}.${'B'.repeat(43)}`, path: '/web/api' },
  ];
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('a session ends unused, and at the latest after its whole time, however often it is used', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { visitor } = await signedIn();
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  pass(limits.SESSION_IDLE_MS - 1_000);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  pass(limits.SESSION_IDLE_MS - 1_000);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  pass(limits.SESSION_IDLE_MS + 1_000);
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
  await visitor.call('POST /sign-in', ann);
  const statuses: number[] = [];
  for (let used = 0; used < limits.SESSION_MS; used += limits.SESSION_IDLE_MS - 60_000) {
    pass(limits.SESSION_IDLE_MS - 60_000);
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await visitor.call('GET /things')).statusCode);
  }
  expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([200, 200, 401]);
});

test('GET /session tells who, role, permissions and end without postponing it; POST postpones it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { visitor } = await signedIn();
  vi.setSystemTime(Date.now() + 600_000);
  const idle = limits.SESSION_IDLE_MS / 1_000;
  const asked = await visitor.call('GET /session');
  expect(asked.json()).toMatchObject({
    session: { subject: 'ann', role: 'reader', person: { name: 'Ann' }, idleSeconds: idle - 600 },
    signIn: { provider: false, screen: null },
  });
  expect(asked.json().session.permissions).toContain('thing:read');
  expect(asked.body).not.toMatch(/"t1"|token/);
  expect((await visitor.call('POST /session')).json()).toMatchObject({ session: { idleSeconds: idle } });
  await visitor.call('DELETE /session');
  expect((await visitor.call('GET /session')).json()).toMatchObject({ session: null });
  expect((await visitor.call('POST /session')).statusCode).toBe(401);
});

test('a slow call that ends after sign-out brings nothing back', async () => {
  const release = Promise.withResolvers<void>();
  const slow = async ({ session }: { session: { change: (part: object) => Promise<void> } }) => {
    await release.promise;
    await session.change({ person: { name: 'Late' } });
  };
  const app = await sessionApp({}, { handlers: { ...sessionParts.handlers, 'PATCH /sign-in': slow } });
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', ann);
  const { cookies } = visitor;
  const late = visitor.call('PATCH /sign-in', {});
  await visitor.call('DELETE /session');
  release.resolve();
  expect((await late).statusCode).toBe(401);
  visitor.cookies = cookies;
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('a role that the contract no longer has, and a session of another shape, do not sign in; permissions follow the contract', async () => {
  const permissionsOf: Record<string, readonly string[]> = { ...sessionParts.permissionsOf };
  const app = await sessionApp({}, { permissionsOf });
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', { ...ann, role: 'keeper' });
  expect((await visitor.call('GET /session')).json().session.permissions).toContain('thing:write');
  permissionsOf['keeper'] = ['thing:read'];
  expect((await visitor.call('GET /session')).json().session.permissions).toEqual(['thing:read']);
  delete permissionsOf['keeper'];
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('what does not fit the contract begins no session', async () => {
  const { stream, entries } = logEntries();
  const app = await sessionApp({ logLevel: 'error' }, { logTo: stream });
  const reply = await new Visitor(app).call('POST /sign-in', { ...ann, role: 'king' });
  expect([reply.statusCode, reply.cookies]).toEqual([500, []]);
  expect(JSON.stringify(entries)).toContain('king is no role to sign in with');
  await new Visitor(app).call('POST /sign-in', { ...ann, name: 'ü'.repeat(400) });
  expect(JSON.stringify(entries)).toContain('person takes more than 2000 characters');
});

test('what a call answers a signed-in person is in no cache, whatever its handler says; what it answers everyone may be', async () => {
  const cached = ({ reply }: { reply: FastifyReply }) => {
    reply.header('cache-control', 'private, max-age=60');
    return { subject: null, role: 'x' };
  };
  const handlers = { ...sessionParts.handlers, 'GET /things': cached, 'GET /who': cached };
  const visitor = new Visitor(await sessionApp({}, { handlers }));
  await visitor.call('POST /sign-in', ann);
  const fields = await Promise.all(['GET /things', 'GET /who'].map((key) => visitor.call(key)));
  expect(fields.map(({ headers }) => headers['cache-control'])).toEqual(['no-store', 'private, max-age=60']);
});

test('sign-out needs the field that other sites cannot send', async () => {
  const { visitor } = await signedIn();
  const forged = await visitor.call('DELETE /session', undefined, { 'x-requested-by': '' });
  expect([forged.statusCode, (await visitor.call('GET /things')).statusCode]).toEqual([403, 200]);
});

/** The statuses of attempts, one after another. */
async function attempts(
  count: number,
  attempt: (index: number) => readonly [address: string, subject: string],
) {
  const app = await sessionApp();
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const [address, subject] = attempt(index);
    const visitor = new Visitor(app, { 'x-forwarded-for': address });
    // oxlint-disable-next-line no-await-in-loop
    const reply = await visitor.call('POST /sign-in', { ...ann, subject });
    statuses.push(reply.statusCode);
    if (reply.statusCode === 429)
      expect([Number(reply.headers['retry-after']) > 600, reply.json()]).toMatchObject([
        true,
        { detail: 'Too many attempts. Please try again in 15 min.' },
      ]);
  }
  return statuses;
}
const allowed = (count: number) => Array<number>(count).fill(204);

test('attempts with one account are limited at one address, and its owner signs in at another', async () => {
  const most = limits.ATTEMPTS_AN_ACCOUNT_AND_ADDRESS;
  const statuses = await attempts(most + 2, (index) => [index > most ? '192.0.2.2' : '192.0.2.1', 'ann']);
  expect(statuses).toEqual([...allowed(most), 429, 204]);
});

test('accounts that differ only in case, white space, width or invisible characters are one', async () => {
  const same = [
    'ann',
    'ANN',
    ' ann',
    'ann\t',
    'ａｎｎ',
    'a\u200bnn',
    'a\u00adnn',
    'ann\u0000',
    '\ufeffann',
    'aNn ',
  ];
  const most = limits.ATTEMPTS_AN_ACCOUNT_AND_ADDRESS;
  const statuses = await attempts(most + 1, (index) => ['192.0.2.1', same[index] ?? 'ann']);
  expect(statuses).toEqual([...allowed(most), 429]);
});

test('attempts with one account from many addresses are limited much later', async () => {
  const most = limits.ATTEMPTS_AN_ACCOUNT;
  const statuses = await attempts(most + 1, (index) => [`192.0.2.${index}`, 'ann']);
  expect(statuses).toEqual([...allowed(most), 429]);
});

test('attempts with many accounts from one address are limited, IPv6 addresses by their network', async () => {
  const most = limits.ATTEMPTS_AN_ADDRESS;
  const statuses = await attempts(most + 1, (index) => [`2001:db8::${index.toString(16)}`, `user${index}`]);
  expect(statuses).toEqual([...allowed(most), 429]);
});

test('sessions that begin at one address are limited', async () => {
  const begin = ({ session }: { session: { begin: (who: object) => Promise<void> } }) =>
    session.begin({ subject: 'ann', role: 'reader', person: { name: 'Ann' }, private: { tenant: 't1' } });
  const app = await sessionApp({}, { handlers: { ...sessionParts.handlers, 'POST /sign-in': begin } });
  const statuses = new Map<number, number>();
  for (let index = 0; index <= limits.ATTEMPTS_AN_ADDRESS; index += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const { statusCode } = await new Visitor(app).call('POST /sign-in', ann);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [204, limits.ATTEMPTS_AN_ADDRESS],
    [429, 1],
  ]);
});

test('what a cookie says of a session that has ended is logged only if it can be its version', async () => {
  const { entries, stream } = logEntries();
  const app = await sessionApp({ logLevel: 'info' }, { logTo: stream });
  const identifier = `${'x'.repeat(16)}.${'x'.repeat(43)}`;
  for (const version of ['forged text', 'abcdefghijk'])
    // oxlint-disable-next-line no-await-in-loop
    await app.inject({
      url: '/web/api/who',
      headers: { cookie: `web-session=${identifier}; web-signed-in=${version}` },
    });
  const ended = entries.filter(({ session }) => session === 'end').map(({ version }) => version);
  expect(ended).toEqual(['abcdefghijk']);
});

test('a request that is refused before its session is looked for tells the tab nothing of it', async () => {
  const { visitor } = await signedIn();
  const forged = await visitor.call('POST /things', {}, { 'x-requested-by': '' });
  expect([forged.statusCode, toldBy(forged)]).toEqual([403, undefined]);
});

test('calls of the session are limited by address', async () => {
  const app = await sessionApp();
  const ask = (address: string) => new Visitor(app, { 'x-forwarded-for': address }).call('GET /session');
  const statuses: number[] = [];
  for (let sent = 0; sent <= limits.SESSION_CALLS_A_MINUTE; sent++)
    // oxlint-disable-next-line no-await-in-loop
    statuses.push((await ask('192.0.2.1')).statusCode);
  expect([statuses.at(0), statuses.at(-2), statuses.at(-1)]).toEqual([200, 200, 429]);
  expect((await ask('192.0.2.2')).statusCode).toBe(200);
  const browser = new Visitor(app, { 'x-forwarded-for': '192.0.2.1', 'sec-fetch-mode': 'navigate' });
  expect((await browser.call('GET /session')).headers.location).toBe('/web/session?problem=too-many');
});

test('a browser that navigates to a call of the session gets a screen', async () => {
  const { visitor } = await signedIn();
  const navigation = { 'sec-fetch-mode': 'navigate' };
  const to = async (path: string) =>
    (await visitor.call(`GET ${path}`, undefined, navigation)).headers.location;
  expect(await to('/session')).toBe('/web/session');
  expect(await to('/session/anything')).toBe('/web/session');
  expect(await to('/session/sign-in')).toBe('/web/session?problem=not-configured');
});

test('an upstream gets the token of the person where it says so, and no other upstream does', async () => {
  const service = createServer(({ headers }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ token: headers.authorization ?? 'none' }));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const url = new URL(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  const app = await sessionApp({ upstreams: { mine: url, ours: url } });
  const visitor = new Visitor(app);
  expect((await visitor.call('GET /token')).json()).toEqual({ asPerson: 'none', asService: 'none' });
  await visitor.call('POST /sign-in', { ...ann, token: 'a-token' });
  expect((await visitor.call('GET /token')).json()).toEqual({
    asPerson: 'Bearer a-token',
    asService: 'none',
  });
});

test('what happens to sessions is logged with subject and request id, and without cookies', async () => {
  const { stream, entries } = logEntries();
  const app = await sessionApp({ logLevel: 'info' }, { logTo: stream });
  const visitor = new Visitor(app);
  const identifiers: unknown[] = [];
  await visitor.call('POST /sign-in', { ...ann, token: 'a-token' });
  identifiers.push(visitor.cookie('web-session'));
  await visitor.call('PATCH /sign-in', { role: 'keeper' });
  identifiers.push(visitor.cookie('web-session'));
  const { cookies } = visitor;
  await visitor.call('DELETE /session');
  visitor.cookies = cookies;
  await visitor.call('GET /who');
  const audited = entries.filter(({ session }) => session !== undefined);
  expect(audited).toMatchObject([
    { session: 'sign-in', subject: 'ann', request_id: expect.any(String) },
    { session: 'change', subject: 'ann' },
    { session: 'sign-out', subject: 'ann' },
    { session: 'end', version: audited[1]?.['version'], reason: 'not used in time, or ended elsewhere' },
  ]);
  const text = JSON.stringify(entries);
  for (const secret of ['a-token', ...identifiers]) expect(text).not.toContain(secret);
});
