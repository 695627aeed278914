import { build, type Rolldown } from 'vite';
import { expect, test, vi } from 'vitest';
import { bodyErrors } from '@web/bff/test/body-errors';
import { bodyErrorsOf, type Validate, withValidator } from '../src/platform/forms/body-errors.ts';
import { validatorOf } from './plain-schemas.ts';

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

const values = [
  ...['', 'x', 'xy', '😀', '😀😀😀', '😀😀😀😀', 'e\u0301', 1, 2.5, 0.3, null, true, { c: 1 }],
  ...[[], [1, 1], [{ c: 'x' }, { c: 'x' }], [{ c: 1, d: 1 }]],
  ...['2024-02-29', '2023-02-29', '2024-02-29T10:00:00Z', '2016-12-31T23:59:60Z', '10:00:00+01:00'],
  ...['x@y.example', 'x@y', '123e4567-e89b-12d3-a456-426614174000', 'https://x.example/y'],
];
const bodies: readonly unknown[] = [
  ...values,
  ...values.flatMap((value) => [{ a: value }, { b: value }, { a: value, b: 'x' }, { a: 'x', c: value }]),
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
        load: (id) => (id === input ? validatorOf(schema) : undefined),
      },
    ],
  })) as Rolldown.RolldownOutput;
  const url = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
  const { default: validate } = (await import(/* @vite-ignore */ url)) as { readonly default: Validate };
  return bodyErrorsOf(withValidator(schema, validate));
}

test('the browser finds the same errors as the BFF, in the same order', async () => {
  // Ajv warns of the unknown format.
  vi.spyOn(console, 'warn').mockReturnValue();
  const counts = { accepted: 0, refused: 0 };
  for (const schema of schemas) {
    const inBff = bodyErrors(schema);
    const inBrowser = await browserErrors(schema);
    for (const body of bodies) {
      const wanted = inBff(structuredClone(body)).map(({ pointer, rule }) => `${pointer} ${rule}`);
      const found = inBrowser(body).map(({ pointer, rule }) => `${pointer} ${rule}`);
      expect({ schema, body, found }).toEqual({ schema, body, found: wanted });
      counts[found.length === 0 ? 'accepted' : 'refused'] += 1;
    }
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(150);
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
    { pointer: '/name', rule: 'minLength', limit: 3 },
    { pointer: '/made', rule: 'format', limit: 'date' },
    { pointer: '/count', rule: 'type', limit: 'integer' },
    { pointer: '/step', rule: 'multipleOf', limit: 5 },
  ]);
  expect(body).toEqual({ name: 'ab', made: 'then', count: 'x', step: 7 });
});

test('a validator imports only what its schema needs', () => {
  const importsOf = (schema: object) => validatorOf(schema).match(/(?<=^import .* from ').*(?=')/gm) ?? [];
  expect(importsOf(object({ a: { type: 'integer' }, b: { ...text, format: 'email' } }))).toEqual([]);
  expect(importsOf(object({ a: { ...text, minLength: 1 } }))).toEqual(['ajv/dist/runtime/ucs2length']);
  expect(importsOf(object({ a: { ...text, format: 'date' } }))).toEqual(['ajv-formats/dist/formats']);
});

test('a schema that is not one of the contract’s entities is refused', () => {
  expect(() => bodyErrorsOf({})).toThrow('import it from @web/bff/contract/entities/');
});
