import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { Thing, port } from './thing.ts';
import { API_PATH } from '#contract/constants.ts';
import type { Call } from '#contract/kit/call.ts';
import { errors } from '#contract/errors.ts';
import { registerCalls } from '#platform/calls/register-calls.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';
import type { Settings } from '#upstreams/kit/settings.ts';

interface Served {
  readonly address: string;
  readonly shared?: boolean;
  readonly settings?: Partial<Settings>;
}

interface Client {
  find(id: number): Promise<Type.Static<typeof Thing>>;
}

const upstreamOf = (name: string, { shared = false, settings }: Served) =>
  defineUpstream(
    name,
    (call) => ({
      find: (id: number) =>
        call({
          method: 'GET',
          path: '/things/:id',
          params: { id },
          response: Type.Unknown(),
          coalesce: shared,
        }),
    }),
    settings,
  );

const callOf = (name: string) =>
  ({
    id: name,
    summary: 'A thing',
    permission: 'status:read',
    params: Type.Object({ id: Type.Integer() }),
    ok: { 200: Thing },
    errors: [],
  }) satisfies Call;

/** The production application with one call, `GET /<name>/:id`, for every upstream. */
export async function serveThings(served: Readonly<Record<string, Served>>): Promise<void> {
  const entries = Object.entries(served);
  const upstreams = Object.fromEntries(entries.map(([name, one]) => [name, upstreamOf(name, one)]));
  const addresses = Object.fromEntries(entries.map(([name, { address }]) => [name, new URL(address)]));
  const app = await buildApp({ ...readConfig({}), upstreams: addresses }, { upstreams });
  for (const [name] of entries) {
    const handlers = {
      [`GET /${name}/:id` as const]: ({ params, upstreams }: { params: { id: number }; upstreams: object }) =>
        ((upstreams as Record<string, unknown>)[name] as Client).find(params.id),
    };
    await app.register(registerCalls(errors, { [`GET /${name}/:id` as const]: callOf(name) }, handlers), {
      prefix: API_PATH,
    });
  }
  await app.listen({ port, host: '127.0.0.1' });
  process.on('SIGTERM', () => process.exit());
}
