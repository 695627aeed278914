import Type from 'typebox';
import { expect, test } from 'vitest';
import { callsFor } from '#contract/kit/call.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { withRules } from '#contract/kit/rules.ts';
import { API_PATH } from '#contract/kit/api-path.ts';
import { openapi } from './openapi.ts';
import { testApp } from '#test/test-app.ts';

const roles = { anonymous: ['stay:read'] } as const;
const range = { from: Type.Integer(), to: Type.Integer() };
const Range = withRules(Type.Object(range), [
  {
    field: '/to',
    rule: 'upwards',
    message: 'The end must be after the start.',
    holds: ({ from, to }) => from < to,
  },
]);
const calls = callsFor<typeof platformErrors, typeof roles>()({
  'GET /stays': {
    id: 'listStays',
    summary: '',
    permission: 'stay:read',
    query: Range,
    ok: { 200: Range },
    errors: [],
  },
  'POST /stays': {
    id: 'addStay',
    summary: '',
    permission: 'stay:read',
    body: Type.Object({ nights: Range }),
    ok: { 200: Range },
    errors: [],
  },
});
const parts = { calls, errors: platformErrors, permissionsOf: roles };
const stays = () =>
  testApp(
    {},
    {
      ...parts,
      handlers: {
        'GET /stays': ({ query }: { query: object }) => query,
        'POST /stays': ({ body }: { body: { nights: object } }) => body.nights,
      },
    },
  );
const error = { rule: 'upwards', detail: 'The end must be after the start.' };

test('a body that breaks a rule is 422 and names field, rule and text; one that keeps it passes', async () => {
  const app = await stays();
  const post = (nights: object) =>
    app.inject({
      method: 'POST',
      url: `${API_PATH}/stays`,
      headers: { 'x-requested-by': 'test' },
      payload: { nights },
    });
  const refused = await post({ from: 2, to: 1 });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    { code: 'invalid-content', errors: [{ in: 'body', pointer: '/nights/to', ...error }] },
  ]);
  expect((await post({ from: 1, to: 2 })).json()).toEqual({ from: 1, to: 2 });
});

test('a query keeps its rules once it is coerced', async () => {
  const app = await stays();
  const refused = await app.inject(`${API_PATH}/stays?from=9&to=1`);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { errors: [{ in: 'query', pointer: '/to', ...error }] },
  ]);
  // As texts, 9 would come after 10.
  expect((await app.inject(`${API_PATH}/stays?from=9&to=10`)).statusCode).toBe(200);
});

test('the OpenAPI document tells a rule as prose', () => {
  expect(JSON.stringify(openapi(parts))).toContain('"description":"The end must be after the start."');
});
