import type { FastifyInstance, FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { sessionApp } from '#platform/test/session/session-app.ts';
import { sessionModules } from '#platform/test/session/session-modules.ts';
import { sessionHeaderOf, Visitor } from '#platform/test/session/visitor.ts';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { API_PATH } from '#platform/contract/api-path.ts';

const ann = { subject: 'ann', role: 'reader', name: 'Ann' };
const other = { 'x-session': 'another version' };
const withHandlers = (handlers: object) => ({ handlers: { ...sessionModules.handlers, ...handlers } });

async function signedIn(modules: object) {
  const { app } = await sessionApp({}, modules);
  const visitor = new Visitor(app);
  await visitor.call('POST /sign-in', ann);
  return { app, visitor };
}

test.each([['public'], ['max-age=60'], ['private, max-age=60'], ['no-cache']])(
  'a response with Cache-Control: %s contains no session state, whether the user is signed in or not',
  async (policy) => {
    const cached = ({ reply }: { reply: FastifyReply }) => {
      reply.header('cache-control', policy);
      return { subject: null, role: 'x' };
    };
    const { app, visitor } = await signedIn(withHandlers({ 'GET /who': cached }));
    for (const from of [visitor, new Visitor(app)]) {
      const reply = await from.call('GET /who', undefined, other);
      const { 'cache-control': sent, 'set-cookie': cookies } = reply.headers;
      expect([sessionHeaderOf(reply), sent, cookies]).toEqual([undefined, policy, undefined]);
      expect(sessionHeaderOf(await from.call('GET /status', undefined, other))).toBeDefined();
    }
  },
);

test('a 304 has no session header, even if its handler sets no Cache-Control', async () => {
  const config = { permission: 'public:read' };
  const { visitor } = await signedIn({
    plugins: async (app: FastifyInstance) =>
      void app.get(`${API_PATH}/picture`, { config }, (_, reply) => reply.code(304).send()),
  });
  const reply = await visitor.call('GET /picture', undefined, other);
  expect([reply.statusCode, sessionHeaderOf(reply)]).toEqual([304, undefined]);
});

test('a response with a cookie has no-store, whatever Cache-Control its handler sets', async () => {
  interface Context {
    readonly session: { readonly begin: (who: object) => Promise<void> };
    readonly reply: FastifyReply;
  }
  const cached = async ({ session, reply }: Context) => {
    reply.header('cache-control', 'public, max-age=60');
    await session.begin({ subject: 'ann', role: 'reader', user: { name: 'Ann' }, private: { tenant: 't1' } });
  };
  const ended = ({ reply }: Context) =>
    void reply.headers({ 'cache-control': 'public', 'set-cookie': `own=a; Path=${BASE_PATH}` });
  const { app } = await sessionApp({}, withHandlers({ 'POST /sign-in': cached, 'DELETE /sign-in': ended }));
  for (const key of ['POST /sign-in', 'DELETE /sign-in']) {
    const { headers } = await new Visitor(app).call(key, ann);
    expect([headers['cache-control'], headers['set-cookie']]).toEqual(['no-store', expect.anything()]);
  }
});
