import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { withRules } from '#platform/contract/rules.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';

const row = Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Integer()) });
const period = withRules(Type.Object({ from: Type.Integer(), to: Type.Integer() }), [
  { field: '/to', rule: 'upwards', message: 'upwards', check: ({ from, to }) => from < to },
]);
const call = {
  id: 'bounded',
  summary: '',
  permission: 'status:read',
  errors: [],
  responses: { 200: Type.Object({}) },
} as const;
const calls = {
  'POST /bounded': {
    ...call,
    body: Type.Object({
      tags: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
      rows: Type.Optional(Type.Array(row, { uniqueItems: true })),
      slug: Type.Optional(Type.String({ pattern: '^(?:[a-z]+-?)+$', maxLength: 20 })),
      anything: Type.Optional(Type.Unknown()),
    }),
  },
  'GET /bounded': { ...call, id: 'boundedQuery', query: period },
};

async function send(payload: string | undefined, query = '') {
  const handlers = { 'POST /bounded': () => ({}), 'GET /bounded': () => ({}) };
  const app = await testApp({}, { ...testModules, calls, handlers });
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'test' };
  const url = `${API_PATH}/bounded${query}`;
  const reply = await app.inject(payload ? { method: 'POST', url, headers, payload } : { url });
  const { code, errors = [] } = reply.json<{ code?: string; errors?: { pointer: string; rule: string }[] }>();
  const found = errors.map(({ pointer, rule }) => `${pointer} ${rule}`);
  return { status: reply.statusCode, code, found };
}
const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`;

test.each([
  ['520,000 items', `{"tags":${list('0', 520_000)}}`],
  [
    'too many members',
    `{${Array.from({ length: limits.BODY_BYTES / 15 }, (_, index) => `"${index}":0`).join(',')}}`,
  ],
  ['arrays nested too deeply', `{"anything":${'['.repeat(65)}${']'.repeat(65)}}`],
])('a body with %s returns 413', async (_what, payload) => {
  expect(await send(payload)).toMatchObject({ status: 413, code: 'content-too-large' });
});

test('the limit on the number of JSON values does not count brackets and commas in strings', async () => {
  const text = JSON.stringify('[,{"\\'.repeat(100_000));
  expect((await send(`{"anything":${text}}`)).status).toBe(200);
  expect((await send(`{"anything":${list('"a"', 60_000)}}`)).status).toBe(200);
});

test('validation reports up to 50 errors of a small value, but only the first error of a large value', async () => {
  expect((await send('{"tags":[0,"a",1],"no":1,"slug":"A"}')).found.toSorted()).toEqual([
    '/no additionalProperties',
    '/slug pattern',
    '/tags/0 type',
    '/tags/2 type',
  ]);
  expect((await send(`{"tags":${list('0', 60)}}`)).found).toHaveLength(50);
  expect((await send(`{"tags":${list('0', 60_000)}}`)).found).toEqual(['/tags maxItems']);
});

test('rules of a query run on coerced values, not on strings', async () => {
  expect(await send(undefined, '?from=9&to=1')).toMatchObject({ status: 400, found: ['/to upwards'] });
  // As strings, 9 would come after 10.
  expect((await send(undefined, '?from=9&to=10')).status).toBe(200);
});

const rows = Array.from({ length: 30_000 }, (_, index) => `{"a":${index}}`).join(',');
test.each([
  [
    'uniqueItems with members in another order',
    '{"rows":[{"a":1,"b":2},{"b":2,"a":1}]}',
    ['/rows uniqueItems'],
  ],
  ['uniqueItems with 30,000 rows', `{"rows":[${rows}]}`, []],
  ['a string beyond maxLength', `{"slug":"${'a'.repeat(50_000)}!"}`, ['/slug maxLength']],
])('validation of %s takes linear time', async (_what, payload, found) => {
  expect(await send(payload)).toMatchObject({ status: found.length > 0 ? 422 : 200, found });
});
