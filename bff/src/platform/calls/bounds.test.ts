import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#contract/kit/api-path.ts';
import { limits } from '#contract/kit/limits.ts';
import { withRules } from '#contract/kit/rules.ts';
import { testApp } from '#test/test-app.ts';
import { testParts } from '#test/test-parts.ts';

const row = Type.Object({ a: Type.Integer(), b: Type.Optional(Type.Integer()) });
const period = withRules(Type.Object({ from: Type.String(), to: Type.String() }), [
  { field: '/to', rule: 'longer', message: 'longer', holds: ({ from, to }) => from.trim() < to.trim() },
]);
const call = {
  id: 'bounded',
  summary: '',
  permission: 'status:read',
  errors: [],
  ok: { 200: Type.Object({}) },
} as const;
const calls = {
  'POST /bounded': {
    ...call,
    body: Type.Object({
      tags: Type.Optional(Type.Array(Type.String(), { maxItems: 50 })),
      rows: Type.Optional(Type.Array(row, { uniqueItems: true })),
      slug: Type.Optional(Type.String({ pattern: '^(?:[a-z]+-?)+$' })),
      trimmed: Type.Optional(Type.String({ pattern: String.raw`^\S+(?:\s+\S+)*$` })),
      short: Type.Optional(Type.String({ maxLength: 100, pattern: String.raw`^(?:.*\S)?@\S+\.\S+$` })),
      period: Type.Optional(period),
      smile: Type.Optional(Type.String({ pattern: '^.$' })),
      letters: Type.Optional(Type.String({ pattern: String.raw`^\p{L}+$` })),
      url: Type.Optional(Type.String({ format: 'url' })),
      anything: Type.Optional(Type.Unknown()),
    }),
  },
  'GET /bounded': { ...call, id: 'boundedQuery', query: Type.Object({ slug: Type.Optional(Type.String()) }) },
};

/** The reply to a body, or to a query. */
async function send(payload: string | undefined, query = '') {
  const handlers = { 'POST /bounded': () => ({}), 'GET /bounded': () => ({}) };
  const app = await testApp({}, { ...testParts, calls, handlers });
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'test' };
  const url = `${API_PATH}/bounded${query}`;
  const reply = await app.inject(payload ? { method: 'POST', url, headers, payload } : { url });
  const { code, errors = [] } = reply.json<{ code?: string; errors?: { pointer: string; rule: string }[] }>();
  const found = errors.map(({ pointer, rule }) => `${pointer} ${rule}`);
  return { status: reply.statusCode, code, found, length: reply.body.length };
}
const list = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`;

test.each([
  ['520,000 items', `{"tags":${list('0', 520_000)}}`],
  [
    'too many members',
    `{${Array.from({ length: limits.BODY_BYTES / 15 }, (_, index) => `"${index}":0`).join(',')}}`,
  ],
  ['lists nested too deep', `{"anything":${'['.repeat(65)}${']'.repeat(65)}}`],
  ['lists nested very deep, unclosed', '['.repeat(1_000_000)],
])('a body with %s is 413', async (_what, payload) => {
  expect(await send(payload)).toMatchObject({ status: 413, code: 'body-too-large' });
});

test('what a text contains is not counted', async () => {
  const text = JSON.stringify('[,{"\\'.repeat(100_000));
  expect((await send(`{"anything":${text}}`)).status).toBe(200);
  expect((await send(`{"anything":${list('"a"', 60_000)}}`)).status).toBe(200);
});

test('a small value is told all its errors; of a large one the first is looked for, and at most 50 are sent', async () => {
  expect((await send('{"tags":[0,"a",1],"no":1,"slug":"A"}')).found.toSorted()).toEqual([
    '/no additionalProperties',
    '/slug pattern',
    '/tags/0 type',
    '/tags/2 type',
  ]);
  expect((await send(`{"tags":${list('0', 60)}}`)).found).toHaveLength(50);
  expect((await send(`{"tags":${list('0', 60_000)}}`)).found).toEqual(['/tags maxItems']);
});

test('the reply to unknown fields is not much longer than the request', async () => {
  const query = Array.from({ length: 2_500 }, (_, index) => `a${index}=`).join('&');
  expect((await send(undefined, `?${query}`)).found.length).toBeLessThanOrEqual(50);
  const name = '~'.repeat(limits.BODY_BYTES - 100);
  expect((await send(`{"${name}":0}`)).length).toBeLessThan(2_000);
  const names = Array.from({ length: 1_000 }, (_, index) => `"${'~'.repeat(900)}${index}":0`);
  expect((await send(`{${names.join(',')}}`)).length).toBeLessThan(limits.BODY_BYTES);
});

test('rows are unique whatever the order of their members, and 30,000 are compared in time', async () => {
  const twice = await send('{"rows":[{"a":1,"b":2},{"b":2,"a":1}]}');
  expect(twice.found).toEqual(['/rows uniqueItems']);
  const rows = Array.from({ length: 30_000 }, (_, index) => `{"a":${index}}`);
  expect((await send(`{"rows":[${rows.join(',')}]}`)).status).toBe(200);
});

test('a pattern that could be tried in too many ways ends', async () => {
  expect((await send(`{"slug":"${'a'.repeat(50_000)}!"}`)).found).toEqual(['/slug pattern']);
});

test('a long text that does not fit a pattern ends, with maxLength and without, also with an emoji', async () => {
  for (const text of ['a'.repeat(100_000), ' '.repeat(100_000), `${'a'.repeat(60)}\u{1F600}!`])
    for (const field of ['slug', 'trimmed', 'short'])
      expect([field, (await send(JSON.stringify({ [field]: `${text}\n` }))).status]).toEqual([field, 422]);
});

test('a rule does not run where more errors than are sent were found', async () => {
  const { status, found } = await send(`{"tags":${list('0', 60)},"period":{"from":1,"to":"a"}}`);
  expect([status, found.length]).toEqual([422, 50]);
});

test('a pattern takes a character beyond U+FFFF as one', async () => {
  expect((await send('{"smile":"\u{1F600}","letters":"\u{20000}"}')).status).toBe(200);
  expect((await send('{"smile":"ab","letters":"1"}')).found).toEqual(['/smile pattern', '/letters pattern']);
});

test('a text that is too long is no URL', async () => {
  expect((await send('{"url":"https://example.org/a"}')).status).toBe(200);
  expect((await send(`{"url":"http://${'::'.repeat(100_000)}"}`)).found).toEqual(['/url format']);
});
