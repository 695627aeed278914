import type { IncomingHttpHeaders } from 'node:http';
import { expect, test } from 'vitest';
import { signIn } from '#platform/test/session/at-provider.ts';
import { pass } from '#platform/test/session/pass.ts';
import { audited, startSessionApp, sessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { service } from '#platform/upstreams/test/test-service.ts';

type Options = Parameters<typeof defineUpstream>[2];
const word = { 401: 'unauthenticated' } as const;
const ofPrivate: Options = {
  headers: ({ session }) => ({ key: (session as { private?: { tenant: string } }).private?.tenant }),
  errors: word,
};

interface Context {
  readonly upstreams: { readonly mine: { readonly token: () => unknown } };
  readonly fail: (code: string) => never;
}
const callUpstream = ({ upstreams }: Context): unknown => upstreams.mine.token();

/** Signs in with an access token. The upstream responds to every request with 401. */
async function rejecting(mine: Options, handler: (context: Context) => unknown = callUpstream) {
  const received: IncomingHttpHeaders[] = [];
  const url = await service(({ headers }, reply) => {
    received.push(headers);
    reply.writeHead(401).end();
  });
  const get = defineUpstream('mine', ({ get }) => ({ token: () => get('/token', {}, {}) }), mine);
  const handlers = { ...sessionModules.handlers, 'GET /token': handler };
  const upstreams = { ...sessionModules.upstreams, mine: get };
  const { app } = await sessionApp({ upstreams: { mine: url, ours: url } }, { upstreams, handlers });
  const visitor = new Visitor(app);
  const ann = { subject: 'ann', role: 'reader', name: 'Ann', token: 'product-token' };
  await visitor.call('POST /sign-in', ann);
  return { visitor, received };
}

test.each<[string, object[], Options, ((context: Context) => unknown)?]>([
  ['the access token', [{ authorization: 'Bearer product-token' }], { auth: 'user' }],
  ['a credential in `private`', [{ key: 't1' }], ofPrivate],
  ['a credential known to the handler', [], {}, ({ fail }) => fail('unauthenticated')],
])(
  'the session ends when an upstream rejects %s, unless the credential is less than a minute old',
  async (_what, sent, mine, handler) => {
    const { visitor, received } = await rejecting(mine, handler);
    const early = await visitor.call('GET /token');
    expect(received).toMatchObject(sent);
    expect(early.json()).toMatchObject({ status: 502, code: 'upstream-error' });
    expect(await visitor.status('GET /things')).toBe(200);
    pass(61_000);
    const replies = await Promise.all(Array.from({ length: 5 }, () => visitor.call('GET /token')));
    for (const reply of replies) {
      expect(reply.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
      expect(sessionHeaderOf(reply)).toBe('none');
    }
    expect(await visitor.status('GET /things')).toBe(401);
  },
);

test('the session continues when an upstream rejects a service credential', async () => {
  const { visitor } = await rejecting({ headers: () => ({ key: 'of the service' }), errors: word });
  pass(61_000);
  expect((await visitor.call('GET /token')).json()).toMatchObject({ code: 'upstream-error' });
  expect(await visitor.status('GET /things')).toBe(200);
});

/** Signs in at the provider; the upstream rejects the first `count` tokens. */
async function renewable(count = 1) {
  let rejections = count;
  const product = await startSessionApp({
    rejects: (authorization, seen) => seen.indexOf(authorization) < rejections,
  });
  await signIn(product.visitor, 'ann');
  pass(61_000);
  const reject = (more: number) => void (rejections = more);
  return { ...product, reject };
}

test('if an upstream rejects the token of concurrent calls, the token is refreshed once, and the calls are retried', async () => {
  const { visitor, refreshes, reject } = await renewable();
  const statuses = await Promise.all(Array.from({ length: 10 }, () => visitor.status('GET /token')));
  expect([new Set(statuses), refreshes()]).toEqual([new Set([200]), 1]);
  reject(2);
  pass(61_000);
  expect([await visitor.status('GET /token'), refreshes()]).toEqual([200, 2]);
});

test('the session ends if the refreshed token is still rejected after a minute', async () => {
  const { visitor, refreshes, entries } = await renewable(Infinity);
  for (let call = 0; call < 3; call += 1)
    expect((await visitor.call('GET /token')).json()).toMatchObject({ code: 'upstream-error' });
  expect([refreshes(), audited(entries, 'credential-refused').length]).toEqual([1, 3]);
  expect(await visitor.status('GET /things')).toBe(200);
  pass(61_000);
  expect([await visitor.status('GET /token'), refreshes()]).toEqual([401, 1]);
  expect(await visitor.status('GET /things')).toBe(401);
});

test('the session ends when a rejected token cannot be refreshed', async () => {
  const { visitor, provider } = await renewable();
  provider.intercept = (_request, response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  expect([await visitor.status('GET /token'), await visitor.status('GET /things')]).toEqual([401, 401]);
});
