import Type from 'typebox';
import { buildApp } from '#platform/app.ts';
import { statusHandlers } from '#calls/status/status.ts';
import { readConfig } from '#platform/config.ts';
import { Thing, port, upstream } from './thing.ts';
import { status } from '#contract/calls/status.ts';
import { withDefault } from '#platform/contract/call.ts';
import { empty } from '#platform/contract/content.ts';
import { defineSession } from '#platform/contract/session/define-session.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';

// The production application with one call, `GET /things/:id`. SIGN_IN adds sessions, stored in memory or in the Valkey at SESSION_STORE_URL.
const { SIGN_IN, SESSION_STORE_URL, SESSION_SECRET } = process.env;

const things = defineUpstream('things', ({ get }) => ({
  find: (id: number) => get('/things/:id', { params: { id } }, Thing),
}));
const calls = {
  ...status,
  'GET /things/:id': {
    id: 'findThing',
    summary: 'A thing',
    permission: 'thing:read',
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ limit: withDefault(Type.Integer(), 20) }),
    responses: { 200: Thing },
    errors: [],
  },
};
const handlers = {
  ...statusHandlers,
  'GET /things/:id': ({ params, upstreams }: Context) => upstreams.things.find(params.id),
};
interface Context {
  readonly params: { readonly id: number };
  readonly upstreams: { readonly things: ReturnType<typeof things.client> };
}

const signIn = {
  id: 'signIn',
  summary: 'Signs in',
  permission: 'thing:read',
  responses: { 204: empty },
  errors: [],
};
const ann = { subject: 'ann', role: 'reader', user: { name: 'Ann' }, private: { tenant: 't1' } };
const withSessions = {
  session: defineSession({
    user: Type.Object({ name: Type.String() }),
    private: Type.Object({ tenant: Type.String() }),
  }),
  calls: { ...calls, 'POST /sign-in': signIn },
  handlers: {
    ...handlers,
    'POST /sign-in': ({ session }: { session: { begin: (who: object) => Promise<void> } }) =>
      session.begin(ann),
  },
};

const app = await buildApp(
  { ...readConfig({ SESSION_STORE_URL, SESSION_SECRET }), upstreams: { things: new URL(upstream) } },
  {
    upstreams: { things },
    permissionsOf: { anonymous: ['status:read', 'thing:read'], reader: ['thing:read'] },
    ...(SIGN_IN ? withSessions : { session: null, calls, handlers }),
  },
);
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
