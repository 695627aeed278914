import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { Thing, port, upstream } from './thing.ts';
import { API_PATH } from '#contract/constants.ts';
import { callsFor, withDefault } from '#contract/kit/call.ts';
import type { errors } from '#contract/errors.ts';
import { errors as catalogue } from '#contract/errors.ts';
import type { permissionsOf } from '#contract/permissions.ts';
import { registerCalls } from '#platform/calls/register-calls.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';

const Anything = Type.Unknown();

// The production application, with one call of the kit's.
const things = defineUpstream('things', (call) => ({
  find: (id: number) => call({ method: 'GET', path: '/things/:id', params: { id }, response: Anything }),
}));
const calls = callsFor<typeof errors, typeof permissionsOf>()({
  'GET /things/:id': {
    id: 'getThing',
    summary: 'A thing',
    permission: 'status:read',
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ limit: withDefault(Type.Integer(), 20) }),
    ok: { 200: Thing },
    errors: [],
  },
});
const config = { ...readConfig({}), upstreams: { things: new URL(upstream) } };
const app = await buildApp(config, { upstreams: { things } });
type Things = { things: { find(id: number): Promise<Type.Static<typeof Thing>> } };
const handlers = {
  'GET /things/:id': ({ params, upstreams }: { params: { id: number }; upstreams: object }) =>
    (upstreams as Things).things.find(params.id),
};
await app.register(registerCalls(catalogue, calls, handlers), { prefix: API_PATH });
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
