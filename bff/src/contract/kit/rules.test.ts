import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { bodyErrors } from '#test/body-errors.ts';
import { withRules } from './rules.ts';

const Period = withRules(Type.Object({ from: Type.String({ format: 'date' }), to: Type.String() }), [
  {
    field: '/to',
    rule: 'after-start',
    message: 'The end must be after the start.',
    holds: ({ from, to }) => from < to,
  },
]);
const backwards = { from: '2026-02-02', to: '2026-01-01' };
const forwards = { from: '2026-01-01', to: '2026-02-02' };
const found = (schema: object, body: unknown) =>
  bodyErrors(schema)(body).map(({ pointer, rule, detail }) => [pointer, rule, detail]);
const broken = (pointer: string) => [pointer, 'after-start', 'The end must be after the start.'];

test('a rule lands on its field, in the object, in a nested one, and in items', () => {
  expect(found(Period, backwards)).toEqual([broken('/to')]);
  expect(found(Period, forwards)).toEqual([]);
  const Nested = Type.Object({ 'a/b': Period, rows: Type.Array(Period) });
  expect(found(Nested, { 'a/b': backwards, rows: [forwards, backwards] })).toEqual([
    broken('/a~1b/to'),
    broken('/rows/1/to'),
  ]);
});

test('a rule runs once its own object satisfies the schema, whatever else is invalid', () => {
  expect(found(Period, { from: 'never', to: '' })).toEqual([['/from', 'format', expect.any(String)]]);
  const Booking = Type.Object({ name: Type.String(), period: Period });
  expect(found(Booking, { period: backwards })).toEqual([
    ['/name', 'required', expect.any(String)],
    broken('/period/to'),
  ]);
});

test('in a union, the rules of the part that the value has are checked', () => {
  const Day = Type.Object({ kind: Type.Literal('day'), day: Type.String() });
  const Range = withRules(
    Type.Object({ kind: Type.Literal('range'), ...Period.properties }),
    (Period as unknown as { rules: [] }).rules,
  );
  const Either = Type.Union([Day, Range, Type.Null()]);
  expect(found(Either, { kind: 'range', ...backwards })).toEqual([broken('/to')]);
  expect(found(Either, { kind: 'day', day: 'x' })).toEqual([]);
  expect(found(Either, null)).toEqual([]);
});

test('an optional object keeps being optional with rules, and its description tells them', () => {
  const Optional = Type.Object({
    period: Type.Optional(Period),
    other: withRules(Type.Optional(Period), []),
  });
  expect(found(Optional, {})).toEqual([]);
  expect(Period).toMatchObject({ description: 'The end must be after the start.' });
});

test('a rule at a field that the schema does not have is refused', () => {
  const rule = { field: '/until', rule: 'x', message: 'x', holds: () => true };
  expect(() => withRules(Type.Object({ to: Type.String() }), [rule])).toThrow('no /until');
});

test('a field can have its own text, for all its keywords or for some', () => {
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
