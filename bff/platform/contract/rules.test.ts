import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { bodyErrors } from '#platform/test/body-errors.ts';
import { withDefault } from './call.ts';
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

test('a violated rule is reported at its field, also in nested objects and arrays', () => {
  expect(found(Period, backwards)).toEqual([broken('/to')]);
  expect(found(Period, forwards)).toEqual([]);
  const Nested = Type.Object({ 'a/b': Period, rows: Type.Array(Period) });
  expect(found(Nested, { 'a/b': backwards, rows: [forwards, backwards] })).toEqual([
    broken('/a~1b/to'),
    broken('/rows/1/to'),
  ]);
});

test('a rule runs if its object satisfies the schema, even if a field outside of the object is invalid', () => {
  expect(found(Period, { from: 'never', to: '' })).toEqual([['/from', 'format', expect.any(String)]]);
  const Booking = Type.Object({ name: Type.String(), period: Period });
  expect(found(Booking, { period: backwards })).toEqual([
    ['/name', 'required', expect.any(String)],
    broken('/period/to'),
  ]);
});

const Row = Type.Object({ content: Type.String({ minLength: 1 }) });
const Options = Type.Object({ mode: Type.Enum(['strict', 'lax']) });
const RecordSet = withRules(
  Type.Object({
    type: Type.Enum(['A', 'AAAA']),
    ttl: Type.Integer(),
    rows: Type.Array(Row),
    options: Type.Optional(Options),
  }),
  [
    {
      rule: 'content-of-type',
      message: 'Not an address of this type.',
      check: ({ type, rows, options }) =>
        options?.mode === 'lax'
          ? []
          : rows.flatMap(({ content }, index) =>
              content.includes(type === 'A' ? '.' : ':') ? [] : [`/rows/${index}/content`],
            ),
    },
    {
      field: '/rows',
      rule: 'at-most-as-many-as-ttl',
      message: 'Too many.',
      check: ({ ttl, rows }) => rows.length <= ttl,
    },
  ],
);
const places = (body: unknown) => found(RecordSet, body).map(([pointer, rule]) => `${pointer} ${rule}`);

test('a rule can return the pointers of the invalid fields', () => {
  const rows = [{ content: '1.2' }, { content: '::1' }, { content: 'x' }];
  expect(places({ type: 'A', ttl: 3, rows })).toEqual([
    '/rows/1/content content-of-type',
    '/rows/2/content content-of-type',
  ]);
  expect(found(Type.Array(RecordSet), [{ type: 'A', ttl: 3, rows }])[0]?.[0]).toBe('/0/rows/1/content');
});

test.each([
  [
    'another field is invalid',
    { type: 'A', ttl: 'x', rows: [{ content: 'x' }] },
    ['/ttl type', '/rows/0/content content-of-type'],
  ],
  [
    'another row is invalid',
    { type: 'A', ttl: 9, rows: [{ content: '' }, { content: 'x' }] },
    ['/rows/0/content minLength', '/rows/1/content content-of-type'],
  ],
  [
    'another row lacks the field',
    { type: 'A', ttl: 9, rows: [{ content: 'x' }, {}] },
    ['/rows/1/content required'],
  ],
  [
    'the field that the rule depends on is invalid',
    { type: 'B', ttl: 9, rows: [{ content: 'x' }] },
    ['/type enum'],
  ],
  [
    'the field in another object that the rule depends on is invalid',
    { type: 'A', ttl: 9, rows: [{ content: 'x' }], options: { mode: 'off' } },
    ['/options/mode enum'],
  ],
  ['the field that the rule depends on is missing', { ttl: 9, rows: [{ content: 'x' }] }, ['/type required']],
  ['a string replaces the list of rows', { type: 'A', ttl: 9, rows: 'x' }, ['/rows type']],
])('when %s, only rule errors that may result from it are dropped', (_, body, errors) => {
  expect(places(body)).toEqual(errors);
});

test('if a rule throws for a value that matches the schema, the error is rethrown', () => {
  const schema = withRules(Type.Object({ a: Type.String() }), [
    {
      field: '/a',
      rule: 'x',
      message: 'x',
      check: () => {
        throw new Error('mistake');
      },
    },
  ]);
  expect(() => found(schema, { a: 'x' })).toThrow('mistake');
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

test('rules run in the values of a record, and in the branch of a union that a value chooses', () => {
  const Periods = Type.Object({ record: Type.Record(Type.String(), Period) });
  expect(found(Periods, { record: { 'a/b': backwards, c: forwards } })).toEqual([broken('/record/a~1b/to')]);
  const Either = Type.Union([
    Type.Object({ kind: Type.Literal('period'), ...Period.properties }),
    Type.Object({ kind: Type.Literal('day'), from: Type.String(), to: Type.String() }),
    Type.Null(),
  ]);
  expect(found(Either, { kind: 'period', ...backwards })).toEqual([broken('/to')]);
  expect(found(Either, { kind: 'day', ...backwards })).toEqual([]);
  expect(found(Type.Array(Either), [null, { kind: 'period', ...backwards }])).toEqual([broken('/1/to')]);
});

const Event = withRules(
  Type.Object({ ...Period.properties, title: Type.String(), note: Type.Optional(Type.String()) }),
  [
    { field: '/note', rule: 'note-differs', message: 'x', check: ({ title, note }) => title !== note },
    {
      rule: 'no-empty-field',
      message: 'x',
      check: (event) => Object.entries(event).flatMap(([name, value]) => (value === '' ? [`/${name}`] : [])),
    },
  ],
);

test.each<[string, Type.TSchema, object, string[]]>([
  ['Type.Pick', Type.Pick(Event, ['from', 'to']), backwards, ['/to after-start']],
  ['Type.Pick without a field of the rule', Type.Pick(Event, ['to']), { to: '' }, []],
  ['Type.Omit', Type.Omit(Event, ['note']), { ...backwards, title: '' }, ['/to after-start']],
  [
    'Type.Partial of a whole value',
    Type.Partial(Event),
    { ...backwards, title: '' },
    ['/to after-start', '/title no-empty-field'],
  ],
  [
    'Type.Partial of a part',
    Type.Partial(Event),
    { to: '2026-01-01', title: 'x', note: 'x' },
    ['/note note-differs'],
  ],
  [
    'a spread',
    Type.Object({ ...Event.properties, id: Type.String() }),
    { ...backwards, title: 'x', id: '1' },
    ['/to after-start'],
  ],
  [
    'withRules twice',
    withRules(Event, []),
    { ...backwards, title: 'x', note: 'x' },
    ['/to after-start', '/note note-differs'],
  ],
  [
    'withDefault',
    Type.Object({ a: withDefault(Event, { ...forwards, title: 'x' }) }),
    { a: { ...backwards, title: 'x' } },
    ['/a/to after-start'],
  ],
  [
    'Type.Optional',
    Type.Object({ a: Type.Optional(Event) }),
    { a: { ...backwards, title: 'x' } },
    ['/a/to after-start'],
  ],
])('a schema derived with %s has the rules whose fields it has', (_what, schema, value, errors) => {
  expect(found(schema, value).map(([pointer, rule]) => `${pointer} ${rule}`)).toEqual(errors);
});
