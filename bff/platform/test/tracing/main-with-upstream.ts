import Type from 'typebox';
import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import type { ProductModules } from '#platform/product-modules.ts';
import { serve } from '#platform/serve.ts';
import { testModules } from '#platform/test/test-modules.ts';
import { defineCalls } from '#platform/contract/define-calls.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';

const Thing = Type.Object({ id: Type.String() });

const calls = defineCalls({
  'GET /things/:thingId': {
    id: 'getThing',
    summary: 'A thing of the backend service',
    permission: 'status:read',
    params: Type.Object({ thingId: Type.String() }),
    responses: { 200: Thing },
    errors: [],
  },
});

const things = defineUpstream('things', ({ get }) => ({
  find: (thingId: string) => get('/all/:thingId', { params: { thingId }, query: { key: 'hunter2' } }, Thing),
}));

interface Context {
  readonly params: { readonly thingId: string };
  readonly upstreams: { readonly things: { readonly find: (thingId: string) => unknown } };
}

const modules: ProductModules = {
  ...testModules,
  calls: { ...testModules.calls, ...calls },
  handlers: {
    ...testModules.handlers,
    'GET /things/:thingId': ({ params, upstreams }: Context) => upstreams.things.find(params.thingId),
  },
  upstreams: { things },
};

const config = readConfig(process.env, modules);
await serve(await buildApp(config, modules), config);
