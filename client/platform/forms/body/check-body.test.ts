import * as Type from 'typebox';
import { expect, test, vi } from 'vitest';
import { bodyErrors } from '@web/bff/platform/test/body-errors';
import { withRules } from '@web/bff/platform/contract/rules';
import { memberOf, segmentsOf } from '@web/bff/platform/contract/schema/json-pointer';
import { errorTexts } from './body-errors.ts';
import { violationsOf } from './check-body.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

const Ruled = withRules(
  Type.Object({ a: Type.String({ minLength: 2, message: 'Two at least.' }), b: Type.String() }),
  [
    {
      field: '/b',
      rule: 'as-long',
      message: 'As long as the first.',
      check: ({ a, b }) => a.length === b.length || b.length > Math.max(1, 2),
    },
  ],
);
const ruled: object = Ruled;
const formats = ['date', 'date-time', 'time', 'email', 'uuid', 'uri', 'unheard-of'];

const schemas: readonly object[] = [
  object({ a: { ...text, minLength: 2, maxLength: 3, pattern: '^\\p{L}*$' }, b: text }, { required: ['b'] }),
  ...formats.map((format) => object({ a: { ...text, format } })),
  object({ a: { type: 'integer', minimum: 1, exclusiveMaximum: 3 }, b: { type: 'number', multipleOf: 0.1 } }),
  object({
    a: { anyOf: [{ ...text, maxLength: 1 }, { type: 'null' }] },
    b: { enum: ['x', 1] },
    c: { const: 'x' },
  }),
  object({ a: { type: 'array', items: object({ c: text }), minItems: 1, uniqueItems: true } }),
  object({ 'x/y': object({ 'm~n': text }, { required: ['m~n'] }) }, { required: ['x/y'] }),
  object({ a: { type: 'object', patternProperties: { '^.*$': { type: 'number' } } } }),
  object({ a: { ...text, default: 'x' }, b: text }, { required: ['a', 'b'] }),
  object({ a: {}, b: { type: 'number', exclusiveMinimum: 0 } }),
  // Rules: at the top, nested, in a list, in a record, in a branch of a union, and in derived schemas.
  ruled,
  object({ a: ruled, b: text }),
  object({ a: { type: 'array', items: ruled } }),
  object({ a: { type: 'object', patternProperties: { '^.*$': ruled } } }),
  object({ a: { anyOf: [ruled, { type: 'null' }] } }),
  Type.Pick(Ruled, ['a', 'b']),
  Type.Partial(Ruled),
  Type.Omit(Ruled, ['b']),
  Type.Object({
    c: Type.Union([
      Type.Object({ k: Type.Literal('x') }),
      Type.Object({ k: Type.Literal('xy'), ...Ruled.properties }),
    ]),
  }),
];

const values = [
  ...['', 'x', 'xy', '😀', '😀😀😀', '😀😀😀😀', 'e\u0301', 1, 2.5, 0.3, null, true, { c: 1 }],
  ...[[], [1, 1], [{ c: 'x' }, { c: 'x' }], [{ c: 1, d: 1 }]],
  ...['2024-02-29', '2023-02-29', '2024-02-29T10:00:00Z', '2016-12-31T23:59:60Z', '10:00:00+01:00'],
  ...['x@y.example', 'x@y', '123e4567-e89b-12d3-a456-426614174000', 'https://x.example/y'],
  ...['2024-02-29T10:00:00', '2024-02-29t10:00:00z', '10:00', 'mailto:x@y.example', 'http://a b'],
  ...['x@y_z.example', 'Ä@y.example', '"x"@y.example', 'https://x.example/ä', 'x:'],
  '2024-02-29T10:00:00Z[Europe/Paris]',
];
const both = [
  { a: 'xy', b: 'x' },
  { a: 'xy', b: 'xy' },
];
const bodies: readonly unknown[] = [
  ...values,
  ...values.flatMap((value) => [{ a: value }, { b: value }, { a: value, b: 'x' }, { a: 'x', c: value }]),
  ...both.flatMap((body) => [
    body,
    { a: body },
    { a: [body] },
    { a: { k: body } },
    { c: { k: 'xy', ...body } },
  ]),
  ...[{}, { 'x/y': {} }, { 'x/y': { 'm~n': 1, 'z/z': 1 } }, { 'x/y': { 'm~n': 'x' }, '~': 1 }],
];

/** Errors that only the BFF finds, each as the violated keyword, or as the keyword and the rejected value. */
const LEFT_TO_THE_BFF = new Set([
  'format "x@y"',
  'format "\\"x\\"@y.example"',
  'format "x:"',
  'format "2024-02-29T10:00:00Z[Europe/Paris]"',
]);

/** Keeps the first error of each field. */
const shown = (errors: readonly { readonly pointer: string; readonly rule: string }[]) =>
  new Map(errors.toReversed().map(({ pointer, rule }) => [pointer, rule]));

const valueAt = (body: unknown, pointer: string): unknown => segmentsOf(pointer).reduce(memberOf, body);

test.each([
  [19.99, true],
  [0.07, true],
  [-1.1, true],
  [1e6 + 0.01, true],
  [19.999, false],
  [0.005, false],
])('of multipleOf 0.01, BFF and browser accept %d: %s', (price, isAccepted) => {
  const schema = object({ price: { type: 'number', multipleOf: 0.01 } });
  const found = [bodyErrors(schema)({ price }), violationsOf(schema)({ price })];
  expect(found.map((errors) => errors.length === 0)).toEqual([isAccepted, isAccepted]);
});

test('the browser finds the same errors as the BFF, except for known differences', () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const counts = { accepted: 0, rejected: 0, broken: 0 };
  const left = new Set<string>();
  for (const schema of schemas) {
    const inBff = bodyErrors(schema);
    const inBrowser = violationsOf(schema);
    for (const body of bodies) {
      const wanted = shown(inBff(structuredClone(body)));
      const found = shown(inBrowser(body));
      for (const [pointer, rule] of wanted) {
        if (rule === 'as-long') counts.broken += 1;
        if (found.has(pointer)) continue;
        const exact = `${rule} ${JSON.stringify(valueAt(body, pointer))}`;
        left.add(LEFT_TO_THE_BFF.has(rule) ? rule : exact);
        wanted.delete(pointer);
      }
      expect({ schema, body, found }).toEqual({ schema, body, found: wanted });
      counts[found.size === 0 ? 'accepted' : 'rejected'] += 1;
    }
  }
  expect(left).toEqual(LEFT_TO_THE_BFF);
  expect(Math.min(counts.accepted, counts.rejected)).toBeGreaterThan(150);
  expect(counts.broken).toBeGreaterThan(4);
});

// Ajv accepts these values, although RFC 3339, 5321 and 9562 don't.
test.each([
  ['date-time', '2024-02-29 10:00:00Z'],
  ['date-time', '2024-02-29T10:00:00+0100'],
  ['email', `x@${'y'.repeat(64)}.example`],
  ['uuid', 'urn:uuid:123e4567-e89b-12d3-a456-426614174000'],
])('the browser rejects the %s %s, which the BFF accepts', (format, a) => {
  const schema = object({ a: { ...text, format } });
  expect([bodyErrors(schema)({ a }), violationsOf(schema)({ a })]).toMatchObject([[], [{ rule: 'format' }]]);
});

test('a message names the violated limit', () => {
  const fields = {
    name: { ...text, minLength: 3 },
    made: { ...text, format: 'date' },
    count: { type: 'integer' },
    step: { type: 'number', multipleOf: 5 },
  };
  const violations = violationsOf(object(fields, { required: ['name'] }));
  expect(violations({ name: 'ab', made: 'then', count: 'x', step: 7 })).toMatchObject([
    { pointer: '/name', detail: 'Use at least 3 characters.' },
    { pointer: '/made', detail: 'Enter a date, such as 27 March 2027.' },
    { pointer: '/count', detail: 'Enter a whole number, such as 7.' },
    { pointer: '/step', detail: 'Enter a multiple of 5.' },
  ]);
});

test('a required field with a default may be missing, and the check does not add the default to the body', () => {
  const fields = { size: { ...text, default: 'M' }, name: text };
  const violations = violationsOf(object(fields, { required: ['size', 'name'] }));
  const body = { name: 'ab' };
  expect(violations(body)).toEqual([]);
  expect(body).toEqual({ name: 'ab' });
});

const rowOf = (type: string, content: object) =>
  object(
    { type: { const: type }, rows: { type: 'array', items: object(content) } },
    { required: ['type', 'rows'] },
  );
const recordSet: object = object({
  ttl: { type: 'integer' },
  records: {
    anyOf: [
      rowOf('A', { content: { ...text, format: 'ipv4', message: 'An IPv4 address.' } }),
      rowOf('AAAA', { content: { ...text, format: 'ipv6', message: 'An IPv6 address.' } }),
      rowOf('MX', { content: { ...text, minLength: 1 }, priority: { type: 'integer' } }),
      { type: 'null' },
    ],
  },
});

test.each<[unknown, string[]]>([
  ['x', ['/records type']],
  [[], ['/records type']],
  [
    { type: 'MX', rows: [{ content: '', priority: 'x' }] },
    ['/records/rows/0/content minLength', '/records/rows/0/priority type'],
  ],
  [{ type: 'AAAA', rows: [{ content: 'x' }] }, ['/records/rows/0/content format']],
  [
    { type: 'A', rows: [{ content: '1.2.3.4', priority: 1 }] },
    ['/records/rows/0/priority additionalProperties'],
  ],
  [{ type: 'A' }, ['/records/rows required']],
  [{ type: 'NS', rows: [{}] }, ['/records/type enum']],
  [{ rows: [{}] }, ['/records/type required']],
])('for the union value %j, browser and BFF report the errors of only one branch', (records, errors) => {
  const found = [violationsOf(recordSet)({ records }), bodyErrors(recordSet)({ records })];
  for (const list of found) expect(list.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual(errors);
});

test('in a union, a field gets the message of the chosen branch', () => {
  const records = { type: 'AAAA', rows: [{ content: 'x' }] };
  for (const errors of [violationsOf(recordSet)({ records }), bodyErrors(recordSet)({ records })])
    expect(errors).toMatchObject([{ detail: 'An IPv6 address.' }]);
});

test.each([
  [{ b: 9_007_199_254_740_992 }, 'maximum'],
  [{ c: [1, -9_007_199_254_740_992] }, 'minimum'],
  [{ d: '9223372036854775808' }, 'format'],
])('the browser rejects %j, whose integer or int64 string is out of range', (body, rule) => {
  const schema = object({
    b: { type: 'number' },
    c: { type: 'array', items: { type: 'integer' } },
    d: { ...text, format: 'int64' },
  });
  expect(violationsOf(schema)(body)).toMatchObject([{ rule }]);
  expect(violationsOf(schema)({ b: 1.5, c: [7], d: '-9223372036854775808' })).toEqual([]);
});

test('a local time that is skipped when clocks go forward gets its own message', () => {
  const at = object({ at: { ...text, format: 'date-time' } });
  expect(violationsOf(at)({ at: '2026-03-29T02:30' })).toMatchObject([
    { pointer: '/at', detail: 'Clocks go forward and skip this time. Enter another one.' },
  ]);
});

test('errorTexts returns only the first error of each field, and does not reorder the errors', () => {
  const errors = ['/rows/0/a', '/rows/3/a', '/rows/0/a', '/b'].map((pointer, index) => ({
    pointer,
    detail: `${index}`,
  }));
  expect([...errorTexts(errors)]).toEqual([
    ['rows[0].a', '0'],
    ['rows[3].a', '1'],
    ['b', '3'],
  ]);
});

test('the browser finds all 60 errors of a body', () => {
  const names = Array.from({ length: 60 }, (_, index) => `field${index}`);
  const schema = object(Object.fromEntries(names.map((name) => [name, text])));
  expect(violationsOf(schema)(Object.fromEntries(names.map((name) => [name, 1])))).toHaveLength(60);
});
