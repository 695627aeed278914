import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { withRules } from '#platform/contract/rules.ts';
import { json, service } from '#platform/upstreams/test/test-service.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';

const message = 'The end must be after the start.';
const span = Type.Object({ from: Type.Integer(), to: Type.Integer() });
const Span = withRules(span, [
  { field: '/to', rule: 'upwards', message, check: ({ from, to }) => from < to },
]);
const Sample = Type.Tuple([Type.Number(), Type.String(), Span]);
const calls = {
  'POST /samples': {
    id: 'addSample',
    summary: '',
    permission: 'status:read',
    body: Sample,
    responses: { 200: Type.Array(Sample) },
    errors: [],
  },
} as const;

interface Context {
  readonly upstreams: { readonly samples: { readonly list: () => Promise<unknown> } };
}
const handlers = { 'POST /samples': ({ upstreams }: Context) => upstreams.samples.list() };

/** Sends a body, while the backend service responds with `found`. */
async function sending(payload: unknown[], found: unknown[] = []) {
  const url = await service(json(found));
  const samples = defineUpstream('samples', ({ get }) => ({
    list: () => get('/samples', {}, Type.Array(Sample)),
  }));
  const modules = { ...testModules, calls, handlers, upstreams: { samples } };
  const app = await testApp({ upstreams: { samples: url } }, modules);
  const headers = { 'x-requested-by': 'test' };
  return app.inject({ method: 'POST', url: `${API_PATH}/samples`, headers, payload });
}

const sample = [1.5, 'x', { from: 1, to: 2 }];

test('a tuple in an upstream response reaches the client unchanged', async () => {
  const reply = await sending(sample, [sample, [2, 'y', { from: 3, to: 4, secret: 's' }]]);
  expect([reply.statusCode, reply.json()]).toEqual([200, [sample, [2, 'y', { from: 3, to: 4 }]]]);
});

test.each([
  ['/0 type', ['1.5', 'x', { from: 1, to: 2 }]],
  [' minItems', [1.5, 'x']],
  ['/2/to upwards', [1.5, 'x', { from: 2, to: 1 }]],
])('a body that violates a tuple returns 422 with the error “%s”', async (place, payload) => {
  const reply = await sending(payload);
  const { errors } = reply.json<{ errors: { pointer: string; rule: string }[] }>();
  const found = errors.map(({ pointer, rule }) => `${pointer} ${rule}`);
  expect([reply.statusCode, found]).toEqual([422, [place]]);
});

test('an upstream response that violates a tuple returns 502', async () => {
  expect((await sending(sample, [['x', 1.5]])).json()).toMatchObject({ status: 502 });
});
