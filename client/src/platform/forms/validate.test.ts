import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { closed } from '@web/bff/contract/kit/closed-schema';
import type { SchemaNode } from './schema-node.ts';
import { validate } from './validate.ts';

/** The same numbers in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  return { chance: (part: number) => next() < part, pick };
}
type Random = ReturnType<typeof seeded>;

const names = ['a', 'b', 'c', 'x/y', 'm~n'];
const strings = [
  '',
  'a',
  'ab',
  'abc',
  '😀',
  '😀😀',
  '\ud800',
  'e\u0301',
  'x@y.example',
  'x@y',
  '.x@y.example',
  '2024-02-29',
  '2023-02-29',
  '2100-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-02-29T10:00:00Z',
  '2024-02-29t10:00:00.5+01:00',
  '2024-02-29 10:00:00z',
  '2016-12-31T23:59:60Z',
  '2016-12-31T22:59:60Z',
  '2017-01-01T00:59:60+01:00',
  '2016-12-31T15:59:60-0800',
  '2024-02-29T10:00:00',
  '2024-02-29T24:00:00Z',
  '2024-02-29T10:00:00+24:00',
  '123e4567-e89b-12d3-a456-426614174000',
  'urn:uuid:123E4567-E89B-12D3-A456-426614174000',
  '123e4567',
  '2024-02-29\n',
];
const numbers = [0, -0, 1, 2, 3, 5, -1, 0.1, 0.3, 1.5, 1e21, 1e-7, 2 ** 53];

function value({ chance, pick }: Random, depth = 0): unknown {
  const kind = pick(
    depth > 2 ? ['string', 'number', 'plain'] : ['string', 'number', 'plain', 'array', 'object', 'object'],
  );
  const inner = () => value({ chance, pick }, depth + 1);
  if (kind === 'string') return pick(strings);
  if (kind === 'number') return pick(numbers);
  if (kind === 'plain') return pick([null, true, false]);
  if (kind === 'array') return [1, 2, 3].filter(() => chance(0.5)).map(inner);
  return Object.fromEntries(names.filter(() => chance(0.5)).map((name) => [name, inner()]));
}

function schema(random: Random, depth = 0): SchemaNode {
  const { chance, pick } = random;
  const inner = () => schema(random, depth + 1);
  const some = (rules: Record<string, () => unknown>, part = 0.25) =>
    Object.fromEntries(
      Object.entries(rules)
        .filter(() => chance(part))
        .map(([rule, make]) => [rule, make()]),
    );
  const kind = pick(
    depth > 2
      ? ['string', 'number', 'choice']
      : ['string', 'number', 'choice', 'array', 'object', 'object', 'object', 'combined', 'any', 'mixed'],
  );
  const text = {
    minLength: () => pick([0, 1, 2]),
    maxLength: () => pick([1, 2, 10]),
    pattern: () => pick(['^a', '^.$', '\\p{L}', '^\\S*$']),
    format: () => pick(['date', 'date-time', 'email', 'uuid']),
  };
  const amount = {
    minimum: () => pick(numbers),
    maximum: () => pick(numbers),
    exclusiveMinimum: () => pick(numbers),
    exclusiveMaximum: () => pick(numbers),
    multipleOf: () => pick([1, 2, 0.1, 0.01, 1e-8]),
  };
  const list = {
    minItems: () => pick([0, 1, 2]),
    maxItems: () => pick([0, 1, 2]),
    uniqueItems: () => pick([true, true, false]),
    items: inner,
  };
  const fields = () => {
    const properties = Object.fromEntries(
      names
        .filter(() => chance(0.6))
        .map((name) => [name, chance(0.1) ? { ...inner(), default: value(random, 2) } : inner()]),
    );
    return {
      type: 'object',
      properties,
      ...some(
        {
          required: () => names.filter(() => chance(0.4)),
          additionalProperties: () => pick([false, true, inner()]),
        },
        0.4,
      ),
    };
  };
  if (kind === 'string') return { type: 'string', ...some(text) };
  if (kind === 'number') return { type: pick(['number', 'integer']), ...some(amount) };
  if (kind === 'array') return { type: 'array', ...some(list, 0.6) };
  if (kind === 'object') return fields();
  if (kind === 'choice')
    return pick([
      { const: value(random, 1) },
      { enum: [value(random, 1), value(random, 2)] },
      { type: pick(['null', 'boolean']) },
    ]);
  if (kind === 'any')
    return { [pick(['anyOf', 'oneOf'])]: [inner(), inner(), ...(chance(0.3) ? [inner()] : [])] };
  if (kind === 'mixed')
    return {
      type: [...new Set([pick(['string', 'null']), pick(['number', 'object', 'integer'])])],
      ...some(text),
      ...some(amount),
      ...some(list),
    };
  return {
    ...(chance(0.3) && fields()),
    allOf: [chance(0.8) ? fields() : inner(), chance(0.8) ? fields() : inner()],
  };
}

interface Found {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** As the BFF makes its validator of bodies, and points at errors. */
function bff(schema: SchemaNode): (value: unknown) => string[] {
  const ajv = formats.default(
    new Ajv2020({ allErrors: true, useDefaults: true, strict: false, logger: false }),
  );
  const accepts = ajv.compile(closed(schema));
  return (value) => {
    if (accepts(structuredClone(value))) return [];
    const pointed = ({ instancePath, keyword, params }: Found) => {
      const field =
        params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
      const last = typeof field === 'string' ? `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
      return `${instancePath}${last} ${keyword}`;
    };
    return ((accepts.errors ?? []) as Found[]).map(pointed).toSorted();
  };
}
const ownErrors = (schema: SchemaNode, value: unknown) =>
  validate(schema, value)
    .map(({ pointer, rule }) => `${pointer} ${rule}`)
    .toSorted();

test('the browser finds the same errors as the BFF, in thousands of schemas and values', () => {
  const random = seeded(20);
  let accepted = 0;
  let refused = 0;
  for (let round = 0; round < 400; round += 1) {
    const each = schema(random);
    const bffFaults = bff(each);
    for (let turn = 0; turn < 10; turn += 1) {
      const given = value(random);
      const wanted = bffFaults(given);
      const about = JSON.stringify({ schema: each, value: given });
      expect([about, ownErrors(each, given)]).toEqual([about, wanted]);
      if (wanted.length > 0) refused += 1;
      else accepted += 1;
    }
  }
  expect(accepted).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(2_000);
}, 60_000);

test('every format accepts the same texts as in the BFF', () => {
  for (const format of ['date', 'date-time', 'email', 'uuid', 'unheard-of']) {
    const errors = bff({ format });
    for (const text of strings)
      expect(ownErrors({ format }, text), `${format} ${text}`).toEqual(errors(text));
  }
});

test('a default fills in a missing field, and the value itself is not changed', () => {
  const given = {};
  const schema = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'string', default: 'M' } },
  };
  expect(validate(schema, given)).toEqual([]);
  expect(given).toEqual({});
});

test('an error names the limit', () => {
  expect(validate({ type: 'string', minLength: 3 }, 'ab')).toEqual([
    { pointer: '', rule: 'minLength', limit: 3 },
  ]);
});
