import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { port } from './thing.ts';
import { withRules } from '#contract/kit/rules.ts';

// Calls of many shapes, for the search of requests that cost more than they should. `GET /cost` tells what the request before has cost.
const text = Type.String();
const Row = Type.Object({ id: Type.Integer(), name: Type.String({ maxLength: 40 }) });
const variant = (kind: string) =>
  Type.Object({ kind: Type.Literal(kind), a: text, b: text, c: text, d: text });
const Tree = Type.Cyclic(
  { Tree: Type.Object({ name: text, children: Type.Array(Type.Union([Type.Ref('Tree'), text])) }) },
  'Tree',
);
const Period = withRules(Type.Object({ from: Type.Integer(), to: Type.Integer() }), [
  { field: '/to', rule: 'upwards', message: 'upwards', holds: ({ from, to }) => from < to },
]);

/** The field `x` of each body. */
const shapes = {
  tags: Type.Array(text, { maxItems: 50 }),
  uniqueTexts: Type.Array(text, { uniqueItems: true }),
  uniqueRows: Type.Array(Row, { uniqueItems: true }),
  uniqueAnything: Type.Array(Type.Unknown(), { uniqueItems: true }),
  rows: Type.Array(Row),
  union: Type.Array(Type.Union(Array.from({ length: 20 }, (_, index) => variant(`kind${index}`)))),
  record: Type.Record(Type.String({ pattern: '^[a-z]{1,8}$' }), Type.Integer()),
  tree: Tree,
  periods: Type.Array(Period),
  anything: Type.Unknown(),
  number: Type.Number({ multipleOf: 0.01 }),
  short: Type.String({ maxLength: 40, pattern: '^(?:[a-z]+-?)+$' }),
  slug: Type.String({ pattern: '^(?:[a-z]+-?)+$' }),
  trimmed: Type.String({ pattern: String.raw`^\S+(?:\s+\S+)*$` }),
  slugs: Type.Array(Type.String({ pattern: '^(?:[a-z]+-?)+$' })),
  email: Type.String({ format: 'email' }),
  url: Type.String({ format: 'url' }),
  link: Type.String({ format: 'uri' }),
  moment: Type.String({ format: 'date-time' }),
} as const;

const open = { summary: '', permission: 'status:read', errors: [], ok: { 200: Type.Object({}) } } as const;
const calls = Object.fromEntries(
  Object.entries(shapes).map(([name, x]) => [
    `POST /shape/${name}`,
    { ...open, id: name, body: Type.Object({ x }) },
  ]),
);
const others = {
  'GET /query': {
    ...open,
    id: 'query',
    query: Type.Object({
      tag: Type.Optional(Type.Array(text, { maxItems: 5 })),
      slug: Type.Optional(shapes.short),
    }),
  },
  'POST /form': {
    ...open,
    id: 'form',
    body: Type.Object({ tag: Type.Optional(Type.Array(text, { maxItems: 5 })) }),
    files: { file: { optional: true, mediaTypes: ['image/png'] } },
  },
} as const;
const all = { ...calls, ...others };
const app = await buildApp(
  { ...readConfig({}), logLevel: 'silent' },
  {
    calls: all,
    handlers: Object.fromEntries(Object.keys(all).map((key) => [key, () => ({})])),
    permissionsOf: { anonymous: ['status:read', 'client-report:send'] },
    upstreams: {},
    session: null,
  },
);
const delay = monitorEventLoopDelay({ resolution: 1 });
let before = 0;
const config = { permission: 'status:read' };
app.get('/web/api/begin', { config }, async () => {
  globalThis.gc?.();
  await sleep(5);
  before = process.memoryUsage().heapUsed;
  delay.reset();
  delay.enable();
  return {};
});
app.get('/web/api/cost', { config }, () => {
  delay.disable();
  return { ms: delay.max / 1e6, heapBytes: process.memoryUsage().heapUsed - before };
});
app.get('/web/api/shapes', { config }, () => Object.keys(shapes));
app.get('/web/api/things/42', { config }, () => ({}));
await app.listen({ port, host: '127.0.0.1' });
