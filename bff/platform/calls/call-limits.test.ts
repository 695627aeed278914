import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import type { Session } from '#platform/contract/product/session.ts';
import type { Call } from '#platform/contract/call.ts';
import { pass } from '#platform/test/session/pass.ts';
import { sessionApp } from '#platform/test/session/session-app.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';
import { Visitor } from '#platform/test/session/visitor.ts';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';

const open: Call = {
  id: 'find',
  summary: '',
  permission: 'status:read',
  responses: { 200: Type.Null() },
  errors: [],
};
const limit = { max: 2, perMs: 5_000 };
const calls: Record<`${'GET' | 'POST'} /${string}`, Call> = {
  'GET /found': { ...open, limit },
  'GET /listed': { ...open, id: 'list', limit },
  'GET /unlimited': { ...open, id: 'unlimited' },
  'POST /kept': { ...open, id: 'keep', permission: 'keep', limit, body: Type.Object({}) },
};
const modules = {
  ...testModules,
  calls,
  handlers: Object.fromEntries(Object.keys(calls).map((key) => [key, () => null])),
  permissionsOf: { anonymous: ['status:read'], reader: ['status:read'], keeper: ['status:read', 'keep'] },
  authenticate: ({ headers }: { readonly headers: object }) => {
    const { subject, role } = headers as Record<string, string>;
    return subject === undefined ? null : ({ subject, role } as object as Session);
  },
};

async function limited() {
  const app = await testApp({}, modules);
  const send = (path: string, headers = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET', payload?: object) =>
    app.inject({
      method,
      url: API_PATH + path,
      headers: { 'x-requested-by': 'test', ...headers },
      ...(payload && { payload }),
    });
  const statuses = async (count: number, ...sent: Parameters<typeof send>) => {
    const all: number[] = [];
    for (let done = 0; done < count; done += 1) all.push((await send(...sent)).statusCode);
    return all;
  };
  return { send, statuses };
}

const from = (address: string) => ({ 'x-forwarded-for': address });

test('a call beyond its limit returns 429 with Retry-After until perMs have passed; other calls have their own counts', async () => {
  pass(0);
  const { send, statuses } = await limited();
  expect(await statuses(2, '/found')).toEqual([200, 200]);
  pass(1_500);
  const reply = await send('/found');
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '4']);
  expect(reply.json()).toMatchObject({
    code: 'too-many-requests',
    detail: 'Too many attempts. Please try again in 4 s.',
  });
  expect(await statuses(3, '/listed')).toEqual([200, 200, 429]);
  expect(await statuses(3, '/unlimited')).toEqual([200, 200, 200]);
  pass(3_500);
  expect(await statuses(3, '/found')).toEqual([200, 200, 429]);
});

test('a HEAD counts towards the limit of its GET', async () => {
  const { statuses } = await limited();
  expect(await statuses(1, '/found', {}, 'HEAD')).toEqual([200]);
  expect(await statuses(2, '/found')).toEqual([200, 429]);
});

test('users at one address have counts of their own, and a user has one count at all addresses', async () => {
  const { statuses } = await limited();
  const [ann, bo] = ['ann', 'bo'].map((subject) => ({ subject, role: 'reader', ...from('192.0.2.1') }));
  expect(await statuses(3, '/found', ann)).toEqual([200, 200, 429]);
  expect(await statuses(2, '/found', bo)).toEqual([200, 200]);
  expect(await statuses(1, '/found', { ...ann, ...from('192.0.2.2') })).toEqual([429]);
  expect(await statuses(3, '/found', from('192.0.2.1'))).toEqual([200, 200, 429]);
});

test('anonymous requests are counted per IPv4 address, and per IPv6 /48', async () => {
  const { statuses } = await limited();
  expect(await statuses(2, '/found', from('192.0.2.1'))).toEqual([200, 200]);
  expect(await statuses(1, '/found', from('192.0.2.2'))).toEqual([200]);
  expect(await statuses(2, '/found', from('2001:db8:1:1::1'))).toEqual([200, 200]);
  expect(await statuses(1, '/found', from('2001:db8:1:2::1'))).toEqual([429]);
  expect(await statuses(1, '/found', from('2001:db8:2:1::1'))).toEqual([200]);
});

test('requests without the permission do not count, and a request beyond the limit is rejected before its body is validated', async () => {
  const { statuses } = await limited();
  const [reader, keeper] = ['reader', 'keeper'].map((role) => ({ subject: 'ann', role }));
  expect(await statuses(3, '/kept', reader, 'POST', {})).toEqual([403, 403, 403]);
  expect(await statuses(2, '/kept', keeper, 'POST', { unknown: 1 })).toEqual([422, 422]);
  expect(await statuses(1, '/kept', keeper, 'POST', { unknown: 1 })).toEqual([429]);
});

test('while the session store is unavailable, calls with a limit are not rejected', async () => {
  const store = parseStoreAddress('redis://127.0.0.1:1');
  const secrets = ['a-secret-of-this-test-and-no-other'];
  const session = { store, secrets, oidc: undefined, ingress: undefined };
  const { app } = await sessionApp({ session });
  const visitor = new Visitor(app);
  for (let sent = 0; sent < 3; sent += 1) expect(await visitor.status('GET /limited')).toBe(204);
});
