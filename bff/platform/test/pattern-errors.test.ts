import Type from 'typebox';
import { expect, test } from 'vitest';
import { patternErrors } from '#platform/testing/pattern-errors.ts';

const call = { id: 'x', summary: '', permission: 'status:read', errors: [], responses: {} } as const;
const errorsOf = (body: Type.TSchema) =>
  patternErrors({ calls: { 'POST /x': { ...call, body } }, session: null });

test.each([
  ['a slug', '^[a-z0-9]+(?:-[a-z0-9]+)*$'],
  ['a domain', String.raw`^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`],
  ['an IPv4 address', String.raw`^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$`],
  ['a UUID', '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'],
  ['a name', String.raw`^\p{L}[\p{L}\p{M} .'-]{0,98}\p{L}$`],
  ['text without outer spaces', String.raw`^\S+(?:\s+\S+)*$`],
])('the pattern of %s is accepted', (_what, pattern) => {
  expect(errorsOf(Type.String({ pattern, maxLength: 253 }))).toEqual([]);
});

test.each([
  ['^(a|a)*$', 'exponential'],
  ['^(?:[a-z]+-?)+$', 'exponential'],
  [String.raw`^(?:\p{L}{1,30} ?){1,30}$`, 'exponential'],
  [String.raw`^\s+|\s+$`, 'polynomial'],
])(
  'the pattern %s is rejected, and the error names call, field and an attack string',
  (pattern, complexity) => {
    const item = Type.Object({ slug: Type.String({ pattern, maxLength: 40 }) });
    expect(errorsOf(Type.Object({ default: Type.Array(item) }))).toEqual([
      expect.stringContaining(
        `'POST /x' body/default/*/slug: pattern ${pattern} takes ${complexity} time, for example for '`,
      ),
    ]);
  },
);

test('a pattern without maxLength is rejected, unless the pattern is for property names', () => {
  const pattern = '^[a-z]+$';
  expect(errorsOf(Type.String({ pattern }))).toEqual([
    `'POST /x' body: pattern ${pattern} needs a maxLength (bff/docs/limits-and-timeouts.md#patterns)`,
  ]);
  expect(errorsOf(Type.Record(Type.String({ pattern }), Type.Integer()))).toEqual([]);
});

test('a slow pattern in a schema for a call, the session or checkOf is reported; a `pattern` in `default` or `messages` is ignored', () => {
  const slow = Type.Object({ x: Type.String({ pattern: '^(a|a)*$', maxLength: 5 }) });
  const names = Type.Record(Type.String({ pattern: '^(a|a)*$' }), Type.Integer());
  const texts = { pattern: '^(a|a)*$' };
  const data = Type.Object({}, { default: texts, messages: texts });
  const calls = { 'POST /x': { ...call, params: slow, query: slow, headers: slow, body: names } };
  const found = patternErrors({ calls, session: { user: slow, private: data } }, [slow]);
  expect(found.map((error) => error.split(':')[0])).toEqual([
    "'POST /x' params/x",
    "'POST /x' query/x",
    "'POST /x' headers/x",
    "'POST /x' body",
    'session user/x',
    'checkOf/x',
  ]);
});
