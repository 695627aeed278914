import { Ajv2019 } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { example } from './example.ts';
import { status } from '#contract/calls/status.ts';
import { calls as kitCalls, NewPart, Part } from './types/kit-contract.ts';

test.each([
  ['a part', Part],
  ['a new part', NewPart],
  ['a status', status['GET /status'].ok[200]],
  ['a query', kitCalls['GET /parts'].query],
  [
    'every rule',
    Type.Object({
      text: Type.String({ minLength: 9, maxLength: 9 }),
      short: Type.String({ maxLength: 2 }),
      mail: Type.String({ format: 'email' }),
      at: Type.String({ format: 'date-time' }),
      id: Type.String({ format: 'uuid' }),
      count: Type.Integer({ minimum: 1.5, maximum: 9 }),
      more: Type.Number({ exclusiveMinimum: 2 }),
      list: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }) }), { minItems: 2 }),
      either: Type.Union([Type.Literal('draft'), Type.Null()]),
      both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Boolean() })]),
      any: Type.Unknown(),
    }),
  ],
])('the example of %s is valid', (_what, schema) => {
  const validate = formats.default(new Ajv2019({ strict: false })).compile(schema);
  expect([validate(example(schema)), validate.errors]).toEqual([true, null]);
});

test('an example takes the given members, and names one that it cannot make', () => {
  expect(example(Part, { id: '7', name: 'bolt' })).toEqual({
    id: '7',
    name: 'bolt',
    grade: expect.any(Number),
    made: '2026-01-31',
    tags: [],
  });
  const Code = Type.Object({ code: Type.String({ pattern: '^[0-9]{4}$' }) });
  expect(() => example(Code)).toThrow('code: there is no example of ^[0-9]{4}$; give it');
  expect(example(Code, { code: '1234' })).toEqual({ code: '1234' });
});
