import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '#platform/app.ts';
import { readConfig } from '#platform/config.ts';
import { serve } from '#platform/serve.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { shareCalls } from './calls/share-calls.ts';
import { testModules } from './test-modules.ts';

const service = defineUpstream('service', ({ get, post }) => ({
  wait: (ms: number) => get('/wait', { query: { ms } }),
  file: (size: number) => get('/file', { query: { size } }, 'stream'),
  store: (body: Readable) => post('/store', { body }),
}));

interface Context {
  readonly query: { readonly ms: number; readonly bytes: number };
  readonly body: Readable;
  readonly signal: AbortSignal;
  readonly upstreams: { readonly service: ReturnType<(typeof service)['client']> };
}
const done = { done: true };

const handlers = {
  'GET /cheap': async ({ upstreams }: Context) => {
    await upstreams.service.wait(0);
    return done;
  },
  'GET /slow': async ({ upstreams }: Context) => {
    await upstreams.service.wait(5_000);
    return done;
  },
  'GET /hanging': async ({ signal }: Context) => {
    await sleep(9_000, undefined, { signal });
    return done;
  },
  'GET /long': async ({ upstreams, query }: Context) => {
    await upstreams.service.wait(query.ms);
    return done;
  },
  'GET /stream': async ({ upstreams, query }: Context) => (await upstreams.service.file(query.bytes)).body,
  'POST /upload': async ({ upstreams, body }: Context) => {
    await upstreams.service.store(body);
    return done;
  },
};

// The production process with calls for the tests of fair shares.
const upstreams = { service };
const config = readConfig(process.env, { upstreams });
const app = await buildApp(config, {
  ...testModules,
  calls: { ...testModules.calls, ...shareCalls },
  handlers: { ...testModules.handlers, ...(handlers as object) },
  upstreams,
});
await serve(app, config);
