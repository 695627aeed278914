import type { RequestListener } from 'node:http';
import Type from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beside, signIn } from '#test/session/beside-provider.ts';
import { sessionParts } from '#test/session/session-parts.ts';
import { toldBy, Visitor } from '#test/session/visitor.ts';
import { testApp } from '#test/test-app.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';
import { service } from '#upstreams/kit/test/test-service.ts';

const Token = Type.Object({ token: Type.String() });
const refusing: RequestListener = (_request, reply) => reply.writeHead(401).end();
const pass = (ms: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
};

type Mine = Parameters<typeof defineUpstream>[2];
const word = { 401: 'not-signed-in' } as const;
const ofPrivate: Mine = {
  headers: ({ session }) => ({ key: (session as { private?: { tenant: string } }).private?.tenant }),
  errors: word,
};
const ofService: Mine = { headers: () => ({ key: 'of the service' }), errors: word };

/** A product whose backend service refuses everything, with a person who signed in with a token. */
async function refused(mine: Mine, handler?: (context: never) => unknown) {
  const url = await service(refusing);
  const get = defineUpstream('mine', ({ get }) => ({ token: () => get('/token', {}, Token) }), mine);
  const handlers = {
    ...sessionParts.handlers,
    'GET /token':
      handler ??
      (({ upstreams }: { upstreams: { mine: { token: () => unknown } } }) => upstreams.mine.token()),
  };
  const upstreams = { ...sessionParts.upstreams, mine: get };
  const app = await testApp(
    { upstreams: { mine: url, ours: url }, isDevelopment: false },
    { ...sessionParts, upstreams, handlers },
  );
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', {
    subject: 'ann',
    role: 'reader',
    name: 'Ann',
    token: 'product-token',
  });
  return visitor;
}

test.each<[string, Mine, ((context: never) => unknown)?]>([
  ['the access token', { as: 'person' }],
  ['the access token in another field', { as: (token) => ({ 'x-api-key': token }) }],
  ['what it gets of `private`', ofPrivate],
  [
    'something that a handler knows',
    {},
    ({ fail }: { fail: (code: string) => never }) => fail('not-signed-in'),
  ],
])('a backend service that refuses %s ends the session, unless it is new', async (_what, mine, handler) => {
  const visitor = await refused(mine, handler);
  const early = await visitor.call('GET /token');
  expect(early.json()).toMatchObject({ status: 502, code: 'upstream-refused' });
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  pass(61_000);
  const replies = await Promise.all(Array.from({ length: 5 }, () => visitor.call('GET /token')));
  for (const reply of replies) {
    expect(reply.json()).toMatchObject({ status: 401, code: 'not-signed-in' });
    expect(toldBy(reply)).toBe('none');
  }
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test('a backend service that refuses the key of a service, or a status that is not mapped, ends no session', async () => {
  for (const mine of [ofService, { headers: ofPrivate.headers }] as Mine[]) {
    const visitor = await refused(mine);
    pass(61_000);
    expect((await visitor.call('GET /token')).json()).toMatchObject({ code: 'upstream-refused' });
    expect((await visitor.call('GET /things')).statusCode).toBe(200);
    vi.useRealTimers();
  }
});

test('an anonymous request that a backend service refuses is told to sign in', async () => {
  const visitor = await refused({ as: 'person' });
  visitor.cookies = [];
  expect((await visitor.call('GET /token')).json()).toMatchObject({ code: 'not-signed-in' });
});

/** A person of the provider, whose token a backend service refuses until it is another one. */
async function renewable(count = 1) {
  let refusals = count;
  const { app, provider, entries } = await beside(
    {},
    {},
    (authorization, seen) => seen.indexOf(authorization) < refusals,
  );
  const visitor = new Visitor(app);
  await signIn(visitor, 'ann');
  pass(61_000);
  const refreshes = () => provider.requests.filter((request) => request === 'POST /token').length - 1;
  const refuse = (more: number) => void (refusals = more);
  return { visitor, provider, entries, refreshes, refuse };
}

test('a refused token of the provider is renewed once for all calls, and these are sent again; later once more', async () => {
  const { visitor, refreshes, refuse } = await renewable();
  const replies = await Promise.all(Array.from({ length: 10 }, () => visitor.call('GET /token')));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(refreshes()).toBe(1);
  refuse(2);
  pass(61_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(200);
  expect(refreshes()).toBe(2);
});

test('where the renewed token is refused, too, the session stays for a minute, and then it ends', async () => {
  const { visitor, refreshes, entries } = await renewable(Infinity);
  for (let call = 0; call < 3; call += 1)
    // oxlint-disable-next-line no-await-in-loop
    expect((await visitor.call('GET /token')).json()).toMatchObject({ code: 'upstream-refused' });
  expect(refreshes()).toBe(1);
  expect(entries.filter(({ session }) => session === 'credential-refused')).toHaveLength(3);
  expect((await visitor.call('GET /things')).statusCode).toBe(200);
  pass(61_000);
  expect((await visitor.call('GET /token')).statusCode).toBe(401);
  expect(refreshes()).toBe(1);
  expect((await visitor.call('GET /things')).statusCode).toBe(401);
});

test.each([
  ['is away', 503, 503, 200],
  ['has ended the refresh token', 400, 401, 401],
])('a refused token while the provider %s', async (_what, providerStatus, status, later) => {
  const { visitor, provider } = await renewable();
  provider.intercept = (_request, response) =>
    response
      .writeHead(providerStatus, { 'content-type': 'application/json' })
      .end('{"error":"invalid_grant"}');
  expect((await visitor.call('GET /token')).statusCode).toBe(status);
  expect((await visitor.call('GET /things')).statusCode).toBe(later);
});
