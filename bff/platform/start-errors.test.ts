import Type from 'typebox';
import { expect, test } from 'vitest';
import type { Call } from './contract/call.ts';
import { calls } from './contract/product/calls.ts';
import { testApp } from './test/test-app.ts';
import { testModules } from './test/test-modules.ts';

const linesOf = (modules: object, config = {}) =>
  testApp(config, { ...testModules, ...modules }).then(
    () => [],
    ({ message }: Error) => message.split('\n  ').slice(1),
  );

const handler = testModules.handlers['GET /status'];
const call: Call = { ...calls['GET /status'], responses: { 200: Type.Object({}) } };
const withCall = (changes: object, key = 'GET /status') => ({
  calls: { [key]: { ...call, ...changes } },
  handlers: { [key]: handler },
});

test('the startup error lists all missing, unknown and mocked handlers', async () => {
  const calls = { 'GET /status': call, 'GET /things': call, 'GET /other': call };
  const handlers = { 'GET /status': undefined, 'GET /thing': handler, 'GET /other': { mock: {} } };
  expect(await linesOf({ calls, handlers }, { allowMocks: false })).toEqual([
    "bff/src/calls/all.ts: 'GET /status' has no handler",
    "bff/src/calls/all.ts: 'GET /things' has no handler",
    "bff/src/calls/all.ts: 'GET /thing' has a handler, but is not a call",
    "bff/src/calls/all.ts: 'GET /other' is mocked, which production accepts only with ALLOW_MOCKS=true",
  ]);
});

const text = Type.String();
const refined = Type.Object({ a: Type.Refine(text, () => true) });

test.each([
  [
    'a permission that no role has',
    withCall({ permission: 'status:raed' }),
    "bff/src/contract/calls: 'GET /status' needs the permission status:raed, which no role has",
  ],
  [
    'a session schema that validation does not enforce',
    { session: { user: refined, private: Type.Object({}) } },
    'bff/src/contract/session.ts: user/properties/a: validation does not run refine',
  ],
])('%s fails startup', async (_what, modules, message) => {
  expect(await linesOf(modules)).toEqual([message]);
});

test.each<[string, Type.TSchema, string]>([
  ['a refinement', Type.Refine(text, () => true), '/properties/a: validation does not run refine'],
  [
    'a codec',
    Type.Codec(text)
      .Decode((value) => value)
      .Encode((value) => value),
    '/properties/a: validation does not run codec',
  ],
  ['a misspelt keyword', Type.String({ maxLenght: 3 }), '/properties/a: validation has no keyword maxLenght'],
  [
    'an invalid pattern',
    Type.String({ pattern: '(' }),
    '/properties/a: SyntaxError: Invalid regular expression: /(/u: Unterminated group',
  ],
  [
    'an invalid pattern of keys',
    Type.Record(Type.String({ pattern: '[' }), text),
    '/properties/a: SyntaxError: Invalid regular expression: /[/u: Unterminated character class',
  ],
  [
    'a default that does not match',
    Type.Integer({ minimum: 1, default: 0 }),
    '/properties/a: the default 0 does not match the schema',
  ],
  ['an unknown format', Type.String({ format: 'e-mail' }), '/properties/a: validation has no format e-mail'],
])('%s in a schema fails startup', async (_what, schema, message) => {
  const body = Type.Object({ a: schema });
  for (const place of ['body', 'query'])
    expect(await linesOf(withCall({ [place]: body }))).toEqual([
      `bff/src/contract/calls: 'GET /status' ${place}${message}`,
    ]);
});

test('startup accepts every schema keyword that validation enforces', async () => {
  const body = Type.Object({
    enum: Type.Enum(['a', 'b']),
    record: Type.Record(Type.String(), Type.Number({ multipleOf: 2 })),
    either: Type.Union([Type.Literal('a'), Type.Null(), Type.TemplateLiteral('x-${string}')]),
    both: Type.Intersect([Type.Object({ a: text }), Type.Object({ b: Type.Optional(text) })]),
    tree: Type.Cyclic(
      { Node: Type.Object({ nodes: Type.Array(Type.Ref('Node')), maxLenght: Type.Readonly(text) }) },
      'Node',
    ),
    list: Type.Array(Type.Integer(), { uniqueItems: true, description: 'x', examples: [{ maxLenght: 1 }] }),
    pair: Type.Tuple([Type.Number(), text]),
    any: Type.Any(),
    never: Type.Optional(Type.Never()),
  });
  expect(await linesOf(withCall({ body, responses: { 200: body } }))).toEqual([]);
});
