import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { statusHandlers } from '../../src/calls/status/status.ts';
import { readConfig } from '../../src/config.ts';
import { Thing, port, upstream } from './thing.ts';
import { status } from '#contract/calls/status.ts';
import { withDefault } from '#contract/kit/call.ts';
import { buildManagement } from '#platform/operations/management.ts';
import { empty } from '#contract/kit/content.ts';
import { defineSession } from '#contract/kit/session/define-session.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';
import type { Settings } from '#upstreams/kit/settings.ts';

// The production application with one call, `GET /<name>/:id`, for every upstream. With SLOW_UPSTREAM, two upstreams more: one with
// the default bulkhead, one without a bulkhead. Their timeouts are long, so that a busy machine causes no timeouts.
const long = { headersMs: 9_000, totalMs: 9_000 };
const unlimited = { ...long, connections: 10_000, waiting: 10_000 };
const slow = process.env['SLOW_UPSTREAM'];
const served: Record<string, { url: string; settings?: Partial<Settings> }> = {
  things: { url: upstream },
  ...(slow && { slow: { url: slow, settings: long }, unguarded: { url: slow, settings: unlimited } }),
};

const each = <T>(make: (name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(served).map((name) => [name, make(name)]));
const byKey = <T>(make: (name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.keys(served).map((name) => [`GET /${name}/:id`, make(name)]));

interface Context {
  readonly session: { readonly begin: (who: object) => Promise<void> };
  readonly params: { readonly id: number };
  readonly upstreams: Readonly<Record<string, { readonly find: (id: number) => Promise<unknown> }>>;
}

/** With SIGN_IN, the application has sessions; SESSION_STORE keeps them in Valkey. */
const { SIGN_IN, SESSION_STORE, SESSION_SECRET } = process.env;
const session = SIGN_IN
  ? defineSession({
      person: Type.Object({ name: Type.String() }),
      private: Type.Object({ tenant: Type.String() }),
    })
  : null;
const signIn = {
  'POST /sign-in': {
    id: 'signIn',
    summary: 'Signs in',
    permission: 'thing:read',
    ok: { 204: empty },
    errors: [],
  },
} as const;
const kept = { subject: 'ann', role: 'reader', person: { name: 'Ann' }, private: { tenant: 't1' } };

const app = await buildApp(
  {
    ...readConfig({ SESSION_STORE, SESSION_SECRET }),
    upstreams: each((name) => new URL(served[name]?.url ?? '')),
  },
  {
    upstreams: each((name) =>
      defineUpstream(
        name,
        ({ get }) => ({ find: (id: number) => get('/things/:id', { params: { id } }, Thing) }),
        served[name]?.settings,
      ),
    ),
    permissionsOf: { anonymous: ['status:read', 'thing:read'], reader: ['thing:read'] },
    session,
    calls: {
      ...status,
      ...(session && signIn),
      ...byKey((name) => ({
        id: name,
        summary: 'A thing',
        permission: 'thing:read',
        params: Type.Object({ id: Type.Integer() }),
        query: Type.Object({ limit: withDefault(Type.Integer(), 20) }),
        ok: { 200: Thing },
        errors: [],
      })),
    },
    handlers: {
      ...statusHandlers,
      ...(session && { 'POST /sign-in': ({ session: own }: Context) => own.begin(kept) }),
      ...byKey(
        (name) =>
          ({ params, upstreams }: Context) =>
            upstreams[name]?.find(params.id),
      ),
    },
  },
);
await app.listen({ port, host: '127.0.0.1' });
if (process.env['MANAGEMENT_PORT'])
  await (
    await buildManagement(app, () => true)
  ).listen({ port: Number(process.env['MANAGEMENT_PORT']), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
