import * as Type from 'typebox';
import { expect, test, vi } from 'vitest';
import { nodeAt, nodeOf } from '@web/bff/platform/contract/schema/schema-node';
import { nameOf } from './body-errors.ts';
import { bodyOf, textOf } from './body-of.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const schema = nodeOf(
  object(
    {
      title: { ...text, minLength: 1 },
      code: { ...text, minLength: 4 },
      note: text,
      nickname: { anyOf: [{ ...text, minLength: 2 }, { type: 'null' }] },
      count: { type: 'integer' },
      grade: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      level: { anyOf: [{ const: 1 }, { const: 2 }] },
      done: { type: 'boolean' },
      day: { ...text, format: 'date' },
      at: { ...text, format: 'date-time' },
      tags: { type: 'array', items: { ...text, minLength: 1 } },
      size: object({ height: { type: 'number' }, unit: { ...text, minLength: 1 } }),
      rows: { type: 'array', items: object({ name: text, count: { type: 'integer' } }) },
      stops: { type: 'array', items: object({ at: { ...text, format: 'date-time' } }) },
    },
    ['code'],
  ),
);

/** `written` are the values of controls that show what the form has written into them. */
const content = (
  controls: Readonly<Record<string, string | readonly string[]>>,
  written: Readonly<Record<string, unknown>> = {},
) => ({
  texts: new Map(Object.entries(controls).map(([name, texts]) => [name, [texts].flat()])),
  written: new Map(Object.entries(written)),
});
const body = (
  controls: Readonly<Record<string, string | readonly string[]>>,
  initial?: unknown,
  written?: Readonly<Record<string, unknown>>,
) => bodyOf(schema, content(controls, written), initial, 'de');

test('control values are parsed by their schema and the user’s locale', () => {
  const controls = {
    title: 'A title',
    count: '1.234',
    grade: '1,5',
    level: '2',
    done: 'true',
    day: '2026-11-21',
    tags: [],
    'tags[0]': 'a',
    'tags[1]': 'b',
    'size.height': '2',
    'rows[0].name': 'x',
    'rows[0].count': '3',
    unknown: 'x',
  };
  expect(body(controls)).toEqual({
    title: 'A title',
    count: 1234,
    grade: 1.5,
    level: 2,
    done: true,
    day: '2026-11-21',
    tags: ['a', 'b'],
    size: { height: 2 },
    rows: [{ name: 'x', count: 3 }],
  });
});

test('an empty control becomes null if the schema allows null, otherwise an empty string if allowed, otherwise it is omitted', () => {
  const controls = { title: '', note: '', nickname: '', grade: '', count: '', day: '', 'tags[0]': '' };
  expect(body({ ...controls, done: [], 'size.height': '' })).toEqual({
    note: '',
    nickname: null,
    grade: null,
    done: false,
    tags: [''],
  });
});

test('the empty string of a required field, and an invalid number or time, are kept for validation', () => {
  expect(body({ code: '', title: '' })).toEqual({ code: '' });
  expect(body({ count: 'many', at: 'soon' })).toEqual({ count: 'many', at: 'soon' });
});

test('with isPartial, bodyOf omits invalid fields, and keeps empty objects', () => {
  const texts = { title: 'A', count: 'many', at: 'soon', day: '?', 'size.height': '', 'rows[0].count': 'x' };
  expect(bodyOf(schema, content(texts), undefined, 'de', true)).toEqual({ title: 'A', size: {}, rows: [{}] });
});

test('a property without a form control keeps its initial value', () => {
  const initial = { title: 'Old', note: 'kept', done: true, size: { height: 2, unit: 'm' }, extra: 1 };
  expect(body({ title: 'New', 'size.height': '3' }, initial)).toEqual({
    title: 'New',
    note: 'kept',
    done: true,
    size: { height: 3, unit: 'm' },
  });
});

test('a control that shows what the form has written keeps the written value, also in a row that has moved', () => {
  const [first, second] = ['2026-07-01T10:20:30.456Z', '2026-07-01T12:20:59+02:00'];
  const controls = {
    note: 'ab',
    grade: '0',
    nickname: '',
    done: [],
    tags: ['red'],
    'stops[0]': 'stored',
    'stops[0].at': 'shown',
    'stops[1]': '',
    'stops[1].at': '2026-07-01T12:21',
  };
  const written = { note: 'a\nb', grade: 1e-25, nickname: '', done: undefined, tags: ['blue', 'red'] };
  const rows = { 'stops[0]': { at: second }, 'stops[0].at': second, 'stops[1]': undefined };
  expect(body(controls, { stops: [{ at: first }, { at: second }] }, { ...written, ...rows })).toEqual({
    note: 'a\nb',
    grade: 1e-25,
    nickname: '',
    tags: ['blue', 'red'],
    stops: [{ at: second }, { at: new Date('2026-07-01T12:21').toISOString() }],
  });
});

test('an untouched group of empty fields keeps its value; an emptied one is left out', () => {
  const stored = { size: { unit: '' } };
  expect(body({ 'size.unit': '' }, stored, { 'size.unit': '' })).toEqual(stored);
  expect(body({ 'size.unit': '' }, stored)).toEqual({});
});

test('a required text of blanks is missing; an optional one stays', () => {
  expect(body({ code: ' \t', note: ' ', 'tags[0]': '  ' })).toEqual({ code: '', note: ' ', tags: [''] });
  expect(body({ code: '  ' }, {}, { code: '  ' })).toEqual({ code: '  ' });
});

const RecordSet = Type.Object({
  name: Type.String(),
  records: Type.Union([
    Type.Object({ type: Type.Literal('A'), rows: Type.Array(Type.Object({ ip: Type.String() })) }),
    Type.Object({
      type: Type.Union([Type.Literal('MX'), Type.Literal('SRV')]),
      rows: Type.Array(Type.Object({ priority: Type.Integer(), host: Type.String() })),
      note: Type.Optional(Type.String()),
    }),
  ]),
});
const recordSet = (controls: Readonly<Record<string, string>>, initial?: unknown) =>
  bodyOf(nodeOf(RecordSet), content(controls), initial, 'de');
const mx = { 'records.rows[0].priority': '10', 'records.rows[0].host': 'x', 'records.note': 'n' };

test.each([
  ['chosen by a control', { ...mx, 'records.type': 'MX' }, undefined],
  ['chosen by the initial value', mx, { records: { type: 'MX' } }],
  [
    'chosen by a control instead of the initial value',
    { ...mx, 'records.type': 'MX' },
    { records: { type: 'A' } },
  ],
])('a union sends the fields of the branch %s', (_, controls, initial) => {
  expect(recordSet(controls, initial)).toEqual({
    records: { type: 'MX', rows: [{ priority: 10, host: 'x' }], note: 'n' },
  });
});

test('a union sends no fields of the branches that are not chosen', () => {
  const controls = { ...mx, 'records.type': 'A', 'records.rows[0].ip': '::1' };
  expect(recordSet(controls, { records: { type: 'MX', note: 'old' } })).toEqual({
    records: { type: 'A', rows: [{ ip: '::1' }] },
  });
});

test('an optional union whose discriminator is empty is left out, or null, whatever its fields contain', () => {
  const Contact = Type.Union([
    Type.Object({ by: Type.Literal('email'), address: Type.String() }),
    Type.Object({ by: Type.Literal('sms'), phone: Type.String() }),
  ]);
  const form = Type.Object({
    a: Type.Optional(Contact),
    b: Type.Optional(Type.Union([Contact, Type.Null()])),
  });
  const controls = { 'a.by': [''], 'a.address': ['x@y.example'], 'b.by': [''], 'b.phone': ['1'] };
  expect(bodyOf(nodeOf(form), content(controls), undefined, 'de')).toEqual({ b: null });
});

test('a row that has moved keeps the initial values of properties without a control', () => {
  const initial = {
    rows: [
      { name: 'a', count: 1 },
      { name: 'b', count: 2 },
    ],
  };
  const controls = { 'rows[0]': 'stored', 'rows[0].name': 'B', 'rows[1]': '', 'rows[1].name': 'c' };
  const written = { 'rows[0]': initial.rows[1], 'rows[1]': undefined };
  expect(body(controls, initial, written)).toEqual({ rows: [{ name: 'B', count: 2 }, { name: 'c' }] });
});

test('a local time that is skipped when clocks go forward stays as typed, so that validation rejects it', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(body({ at: '2026-03-29T02:30' })).toEqual({ at: '2026-03-29T02:30' });
  expect(body({ at: '2026-03-29T03:30' })).toEqual({ at: '2026-03-29T01:30:00.000Z' });
  vi.unstubAllEnvs();
});

test('a local time is converted to UTC, even if it has seconds or lies in the year 1800', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(body({ at: '2026-03-29T03:30:15' })).toEqual({ at: '2026-03-29T01:30:15.000Z' });
  expect(body({ at: '1800-01-01T10:00' })).toEqual({ at: '1800-01-01T09:06:32.000Z' });
  vi.unstubAllEnvs();
});

test('if a string and a number of a choice match the input, the first is sent', () => {
  const limit = { anyOf: [{ const: '1' }, { const: 'none' }, { const: 1 }, { const: 2 }] };
  const sent = (text: string) => bodyOf(nodeOf(object({ limit })), content({ limit: text }), undefined, 'de');
  expect(['1', 'none', '2'].map(sent)).toEqual([{ limit: '1' }, { limit: 'none' }, { limit: 2 }]);
});

test('a list without rows is sent as [], and a control with several values as a list', () => {
  expect(body({ tags: [] }, { tags: ['a'] })).toEqual({ tags: [] });
  expect(body({ tags: ['one', 'two'] })).toEqual({ tags: ['one', 'two'] });
});

test.each([
  [['code'], '1234', '1234'],
  [['count'], 12_345, '12345'],
  [['grade'], -0.125, '-0,125'],
  [['level'], 1, '1'],
  [['done'], false, 'false'],
  [['day'], '2026-01-31', '2026-01-31'],
  [['at'], '2026-07-01T10:20:00.000Z', expect.any(String)],
  [['size', 'height'], 1.5, '1,5'],
  [['rows', '0', 'count'], 1, '1'],
])('the value of the control %j round-trips: %j', (path, value, text) => {
  const shown = textOf(nodeAt(schema, path) ?? schema, value, 'de') ?? '';
  expect(shown).toEqual(text);
  const read = path.reduce<unknown>((outer, name) => Object(outer)[name], body({ [nameOf(path)]: shown }));
  expect(read).toBe(value);
});

test('the time to build a body grows with its rows, not with their square', () => {
  const node = nodeOf(
    Type.Object({
      rows: Type.Array(
        Type.Object({ name: Type.String(), count: Type.Integer(), at: Type.String({ format: 'date-time' }) }),
      ),
      sizes: Type.Array(Type.Number()),
    }),
  );
  const time = '2026-07-01T10:20:30.456Z';
  const formOf = (count: number) => {
    const indexes = Array.from({ length: count }, (_, index) => index);
    const rows = indexes.map((index) => ({ name: `n${index}`, count: index, at: time }));
    const texts = new Map<string, string[]>();
    const written = new Map<string, unknown>();
    for (const [index, row] of rows.entries()) {
      texts.set(`rows[${index}]`, ['stored']).set(`rows[${index}].name`, [row.name]);
      texts.set(`rows[${index}].count`, [String(index)]).set(`sizes[${index}]`, [String(index)]);
      texts.set(`rows[${index}].at`, [textOf(nodeOf({ ...text, format: 'date-time' }), time, 'de') ?? '']);
      written.set(`rows[${index}]`, row).set(`rows[${index}].at`, time);
    }
    return { controls: { texts, written }, initial: { rows, sizes: indexes } };
  };
  const [few, many] = [formOf(200), formOf(2_000)];
  const measure = ({ controls, initial }: typeof few) => {
    const from = performance.now();
    expect(bodyOf(node, controls, initial, 'de')).toEqual(initial);
    return performance.now() - from;
  };
  const ratios = Array.from({ length: 5 }, () => {
    const first = measure(few);
    return measure(many) / first;
  });
  expect(Math.min(...ratios)).toBeLessThan(40);
});
