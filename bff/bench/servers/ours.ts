import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { statusHandlers } from '../../src/calls/status/status.ts';
import { readConfig } from '../../src/config.ts';
import { Thing, port, upstream } from './thing.ts';
import { status } from '#contract/calls/status.ts';
import { withDefault } from '#contract/kit/call.ts';
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
  readonly params: { readonly id: number };
  readonly upstreams: Readonly<Record<string, { readonly find: (id: number) => Promise<unknown> }>>;
}

const app = await buildApp(
  { ...readConfig({}), upstreams: each((name) => new URL(served[name]?.url ?? '')) },
  {
    upstreams: each((name) =>
      defineUpstream(
        name,
        ({ get }) => ({ find: (id: number) => get('/things/:id', { params: { id } }, Type.Unknown()) }),
        served[name]?.settings,
      ),
    ),
    permissionsOf: { anonymous: ['status:read', 'thing:read'] },
    calls: {
      ...status,
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
      ...byKey(
        (name) =>
          ({ params, upstreams }: Context) =>
            upstreams[name]?.find(params.id),
      ),
    },
  },
);
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
