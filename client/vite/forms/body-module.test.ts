import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { bodyErrors } from '@web/bff/test/body-errors';
import { withRules } from '@web/bff/contract/kit/rules';
import { type Body, bodyErrorsOf } from '../../src/platform/forms/body-errors.ts';
import { bodyModule } from './body-module.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

const schemas: readonly object[] = [
  object({ a: { ...text, minLength: 2, maxLength: 3, pattern: '^\\p{L}*$' }, b: text }, { required: ['b'] }),
  ...['date', 'date-time', 'time', 'email', 'uuid', 'uri', 'unheard-of'].map((format) =>
    object({ a: { ...text, format } }),
  ),
  object({ a: { type: 'integer', minimum: 1, exclusiveMaximum: 3 }, b: { type: 'number', multipleOf: 0.1 } }),
  object({
    a: { type: ['string', 'null'], maxLength: 1 },
    b: { enum: ['x', 1, { c: 1 }] },
    c: { const: 'x' },
  }),
  object({ a: { type: 'array', items: object({ c: text }), minItems: 1, uniqueItems: true } }),
  object({ 'x/y': object({ 'm~n': text }, { required: ['m~n'] }) }, { required: ['x/y'] }),
  object({ a: text }, { additionalProperties: { type: 'number' } }),
  object({ a: { ...text, default: 'x' }, b: text }, { required: ['a', 'b'] }),
  { allOf: [object({ a: text }, { required: ['a'] }), object({ b: { anyOf: [text, { type: 'null' }] } })] },
  { anyOf: [object({ a: text }, { required: ['a'] }), object({ b: { type: 'number' } })] },
  { oneOf: [object({ a: text }), object({ a: { const: 'x' } })] },
];

/** The length of `a` decides over `b`; nested, in a list, in a part of a union, and beside the product's own text. */
const ruled = withRules(
  object(
    { a: { ...text, minLength: 2, message: 'Two at least.' }, b: text },
    { required: ['a', 'b'] },
  ) as never,
  [
    {
      ...{ field: '/b', rule: 'as-long', message: 'As long as the first.' },
      holds: ({ a, b }: { a: string; b: string }) => a.length === b.length || b.length > Math.max(1, 2),
    },
  ],
);
const ruledSchemas: readonly object[] = [
  ruled,
  object({ a: ruled, b: text }),
  object({ a: { type: 'array', items: ruled } }),
  object({ a: { anyOf: [ruled, { type: 'null' }] } }),
  { anyOf: [object({ c: text }, { required: ['c'] }), ruled] },
];

const values = [
  ...['', 'x', 'xy', '😀', '😀😀😀', '😀😀😀😀', 'e\u0301', 1, 2.5, 0.3, null, true, { c: 1 }],
  ...[[], [1, 1], [{ c: 'x' }, { c: 'x' }], [{ c: 1, d: 1 }]],
  ...['2024-02-29', '2023-02-29', '2024-02-29T10:00:00Z', '2016-12-31T23:59:60Z', '10:00:00+01:00'],
  ...['x@y.example', 'x@y', '123e4567-e89b-12d3-a456-426614174000', 'https://x.example/y'],
];
const bodies: readonly unknown[] = [
  ...values,
  ...values.flatMap((value) => [{ a: value }, { b: value }, { a: value, b: 'x' }, { a: 'x', c: value }]),
  ...[
    { a: 'xy', b: 'x' },
    { a: 'xy', b: 'xy' },
  ].flatMap((both) => [both, { a: both }, { a: [both] }]),
  ...[{}, { 'x/y': {} }, { 'x/y': { 'm~n': 1, 'z/z': 1 } }, { 'x/y': { 'm~n': 'x' }, '~': 1 }],
];

/** Finds the errors of a body by the generated validator, bundled as for the browser. */
async function browserErrors(schema: object) {
  const input = '/validator.mjs';
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
    plugins: [
      {
        name: 'validator',
        resolveId: (id) => (id === input ? id : undefined),
        load: (id) => (id === input ? bodyModule('POST /x', schema) : undefined),
      },
    ],
  })) as Rolldown.RolldownOutput;
  const url = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
  const { default: body } = (await import(/* @vite-ignore */ url)) as { readonly default: Body };
  return bodyErrorsOf(body);
}

test('the browser finds the same errors as the BFF, in the same order', async () => {
  // Ajv warns of the unknown format.
  vi.spyOn(console, 'warn').mockReturnValue();
  const counts = { accepted: 0, refused: 0, broken: 0 };
  for (const schema of [...schemas, ...ruledSchemas]) {
    const inBff = bodyErrors(schema);
    const inBrowser = await browserErrors(schema);
    for (const body of bodies) {
      const wanted = inBff(structuredClone(body)).map(({ pointer, rule }) => `${pointer} ${rule}`);
      const found = inBrowser(body).map(({ pointer, rule }) => `${pointer} ${rule}`);
      counts.broken += wanted.filter((one) => one.endsWith('as-long')).length;
      expect({ schema, body, found }).toEqual({ schema, body, found: wanted });
      counts[found.length === 0 ? 'accepted' : 'refused'] += 1;
    }
  }
  expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(150);
  expect(counts.broken).toBeGreaterThan(4);
});

test('an error names its limit; a default is filled in, and the body itself is not changed', async () => {
  const fields = {
    size: { ...text, default: 'M' },
    name: { ...text, minLength: 3 },
    made: { ...text, format: 'date' },
    count: { type: 'integer' },
    step: { type: 'number', multipleOf: 5 },
  };
  const errorsOf = await browserErrors(object(fields, { required: ['size', 'name'] }));
  const body = { name: 'ab', made: 'then', count: 'x', step: 7 };
  expect(errorsOf(body)).toEqual([
    { pointer: '/name', rule: 'minLength', detail: 'At least 3 characters.' },
    { pointer: '/made', rule: 'format', detail: 'This is not a valid date.' },
    { pointer: '/count', rule: 'type', detail: 'A whole number.' },
    { pointer: '/step', rule: 'multipleOf', detail: 'A multiple of 5.' },
  ]);
  expect(body).toEqual({ name: 'ab', made: 'then', count: 'x', step: 7 });
});

test('a validator imports only what its schema needs', () => {
  const importsOf = (schema: object) =>
    bodyModule('POST /x', schema).match(/(?<=^import .* from ').*(?=')/gm) ?? [];
  expect(importsOf(object({ a: { type: 'integer' }, b: { ...text, format: 'email' } }))).toEqual([]);
  expect(importsOf(object({ a: { ...text, minLength: 1 } }))).toEqual(['ajv/dist/runtime/ucs2length']);
  expect(importsOf(object({ a: { ...text, format: 'date' } }))).toEqual(['ajv-formats/dist/formats']);
});

test('a rule’s function may use what it declares and JavaScript’s own, and nothing else', () => {
  const outside = 3;
  const withHolds = (holds: (value: never) => boolean) =>
    bodyModule('POST /x', { properties: {}, rules: [{ holds }] });
  const sound = ({ a, rows: [first = 1] }: { a: number[]; rows: number[] }) => {
    const [largest = 0] = a.toSorted((one, other) => other - one);
    return Math.max(largest, first) > Number('2');
  };
  expect(withHolds(sound)).toContain('Math.max(largest, first)');
  expect(() => withHolds((value) => value > outside)).toThrow('uses outside');
  expect(() => withHolds(() => process.argv.length > 1)).toThrow('uses process');
  const rule = {
    holds(this: void) {
      return true;
    },
  };
  expect(() => withHolds(rule.holds)).toThrow('arrow function');
});
