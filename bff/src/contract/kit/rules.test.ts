import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { bodyErrors } from '#test/body-errors.ts';
import { withRules } from './rules.ts';

const Period = withRules(Type.Object({ from: Type.String({ format: 'date' }), to: Type.String() }), [
  {
    field: '/to',
    rule: 'after-start',
    message: 'The end must be after the start.',
    check: ({ from, to }) => from < to,
  },
]);
const backwards = { from: '2026-02-02', to: '2026-01-01' };
const forwards = { from: '2026-01-01', to: '2026-02-02' };
const found = (schema: object, body: unknown) =>
  bodyErrors(schema)(body).map(({ pointer, rule, detail }) => [pointer, rule, detail]);
const broken = (pointer: string) => [pointer, 'after-start', 'The end must be after the start.'];

test('a violated rule is reported at its field, in nested objects and items, too', () => {
  expect(found(Period, backwards)).toEqual([broken('/to')]);
  expect(found(Period, forwards)).toEqual([]);
  const Nested = Type.Object({ 'a/b': Period, rows: Type.Array(Period) });
  expect(found(Nested, { 'a/b': backwards, rows: [forwards, backwards] })).toEqual([
    broken('/a~1b/to'),
    broken('/rows/1/to'),
  ]);
});

test('a rule runs if its own object satisfies the schema, even if other parts are invalid', () => {
  expect(found(Period, { from: 'never', to: '' })).toEqual([['/from', 'format', expect.any(String)]]);
  const Booking = Type.Object({ name: Type.String(), period: Period });
  expect(found(Booking, { period: backwards })).toEqual([
    ['/name', 'required', expect.any(String)],
    broken('/period/to'),
  ]);
});

test('a rule at an unknown field throws', () => {
  const rule = { field: '/until', rule: 'x', message: 'x', check: () => true };
  expect(() => withRules(Type.Object({ to: Type.String() }), [rule])).toThrow('no /until');
});

test('a field can have its own error texts, for all or for some keywords', () => {
  const SignUp = Type.Object({
    password: Type.String({ minLength: 12, message: 'At least 12 characters, please.' }),
    name: Type.String({ minLength: 1, maxLength: 2, messages: { maxLength: 'Too long for a badge.' } }),
  });
  expect(found(SignUp, { password: 'x', name: 'xyz' }).map(([, , detail]) => detail)).toEqual([
    'At least 12 characters, please.',
    'Too long for a badge.',
  ]);
  expect(found(SignUp, { name: '' }).map(([, , detail]) => detail)).toEqual([
    'At least 12 characters, please.',
    'must NOT have fewer than 1 characters',
  ]);
});
