import Type from 'typebox';
import { expect, test } from 'vitest';
import type { Call } from './contract/call.ts';
import { events } from './contract/content.ts';
import { withRules } from './contract/rules.ts';
import { entry } from './contract/error-catalogue.ts';
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
const COUNTS = 'expected { max, perMs } of whole numbers above 0';
const REFINED = 'validation does not run refine: use withRules, or convert in the handler';

test.each([
  [
    'a permission that no role has',
    withCall({ permission: 'status:raed' }),
    "bff/src/contract/calls: 'GET /status' needs the permission status:raed, which no role has",
  ],
  [
    'a limit of no calls',
    withCall({ limit: { max: 0, perMs: 1_000 } }),
    `bff/src/contract/calls: 'GET /status' limit: { max: 0, perMs: 1000 }: ${COUNTS}`,
  ],
  [
    'a limit without a time',
    withCall({ limit: { max: 1.5, perMs: Number.NaN } }),
    `bff/src/contract/calls: 'GET /status' limit: { max: 1.5, perMs: NaN }: ${COUNTS}`,
  ],
  [
    'a session schema that validation does not enforce',
    { session: { user: refined, private: Type.Object({}), screen: '/sign-in' } },
    `bff/src/contract/session.ts: user/a: ${REFINED}`,
  ],
  [
    'an error schema that validation does not enforce',
    { errors: { gone: { ...entry(410, 'Gone', 'It is gone.'), extensions: refined } } },
    `bff/src/contract/errors.ts: gone/a: ${REFINED}`,
  ],
  [
    'an event schema that validation does not enforce',
    withCall({ responses: { 200: events(refined) } }),
    `bff/src/contract/calls: 'GET /status' 200/a: ${REFINED}`,
  ],
])('%s fails startup', async (_what, modules, message) => {
  expect(await linesOf(modules)).toEqual([message]);
});

const Tree = Type.Cyclic({ Tree: Type.Object({ trees: Type.Array(Type.Ref('Tree')) }) }, 'Tree');
const OBJECTS = 'of one type and null, or of objects that each have a constant of their own';
const DECLARE = `declare a union of constants, ${OBJECTS}`;
const UNION = `this Type.Union (anyOf) is not supported: ${DECLARE}`;

test.each<[string, Type.TSchema, string]>([
  ['a refinement', Type.Refine(text, () => true), `/a: ${REFINED}`],
  [
    'a codec',
    Type.Codec(text)
      .Decode((value) => value)
      .Encode((value) => value),
    '/a: validation does not run codec: use withRules, or convert in the handler',
  ],
  ['a misspelt keyword', Type.String({ maxLenght: 3 }), '/a: the type string has no keyword maxLenght'],
  [
    'a keyword of another type',
    Type.Integer({ maxLength: 3 }),
    '/a: the type integer has no keyword maxLength',
  ],
  [
    'an invalid pattern',
    Type.String({ pattern: '(' }),
    '/a: SyntaxError: Invalid regular expression: /(/u: Unterminated group',
  ],
  [
    'an invalid pattern of keys',
    Type.Record(Type.String({ pattern: '[' }), text),
    '/a: SyntaxError: Invalid regular expression: /[/u: Unterminated character class',
  ],
  [
    'a default that does not match',
    Type.Integer({ minimum: 1, default: 0 }),
    '/a: the default 0 does not match the schema',
  ],
  [
    'a default of a nullable object that does not match',
    Type.Union([Type.Object({ b: text }), Type.Null()], { default: { b: 1 } }),
    '/a: the default {"b":1} does not match the schema',
  ],
  ['an unknown format', Type.String({ format: 'e-mail' }), '/a: there is no format e-mail'],
  [
    'an intersection',
    Type.Intersect([Type.Object({ b: text }), Type.Object({ c: text })]),
    '/a: Type.Intersect (allOf) is not supported: spread the members of both into one object: Type.Object({ ...First.properties, … })',
  ],
  ['a tuple', Type.Array(Type.Tuple([text, text])), '/a/*: Type.Tuple is not supported: declare an object'],
  [
    'a recursive type',
    Tree,
    '/a: Type.Cyclic ($ref) is not supported: declare a flat list whose items have a parentId',
  ],
  [
    'Type.BigInt',
    Type.Record(text, Type.BigInt()),
    "/a/*: Type.BigInt is not supported: use Type.String({ format: 'int64' })",
  ],
  ['a union of two types', Type.Union([Type.Object({}), text]), `/a: ${UNION}`],
  [
    'a union of objects without a constant of their own',
    Type.Union([Type.Object({ b: text }), Type.Object({ c: text })]),
    `/a: ${UNION}`,
  ],
  [
    'a union of scalars in a request',
    Type.Union([text, Type.Integer()]),
    `/a: a union of types is only supported in responses and errors: ${DECLARE}`,
  ],
  [
    'a member that every object inherits',
    Type.Object({ constructor: Type.Optional(text) }),
    '/a: every JavaScript object has a member constructor: rename it',
  ],
  [
    'a rule for an unknown field',
    withRules(Type.Object({ b: text }), [{ field: '/c', rule: 'x', message: 'x', check: () => true }]),
    '/a: the rule x: there is no /c',
  ],
  [
    'Type.Never',
    Type.Optional(Type.Never()),
    '/a: not is not supported: declare another type of the dialect (bff/docs/schemas.md#the-dialect)',
  ],
  [
    'a record that declares members',
    Type.Unsafe({ type: 'object', properties: {}, patternProperties: { '^x': text } }),
    '/a: patternProperties is not supported: declare either the members or Type.Record, not both',
  ],
])('%s in a schema fails startup', async (_what, schema, message) => {
  const body = Type.Object({ a: schema });
  for (const place of ['body', 'query'])
    expect(await linesOf(withCall({ [place]: body }))).toEqual([
      `bff/src/contract/calls: 'GET /status' ${place}${message}`,
    ]);
});

test('a union of types in a request fails startup, even if the same schema is also in a response', async () => {
  const shared = Type.Object({ a: Type.Union([text, Type.Integer()]) });
  const modules = withCall({ responses: { 200: shared } });
  const calls = { ...modules.calls, 'POST /status': { ...call, id: 'other', body: shared } };
  const handlers = { ...modules.handlers, 'POST /status': handler };
  expect(await linesOf({ calls, handlers })).toEqual([
    `bff/src/contract/calls: 'POST /status' body/a: a union of types is only supported in responses and errors: ${DECLARE}`,
  ]);
});

test('startup accepts the whole dialect', async () => {
  const Note = Type.Object({ kind: Type.Literal('note'), text });
  const Task = Type.Object({ kind: Type.Enum(['task', 'chore']), done: Type.Optional(Type.Boolean()) });
  const body = Type.Object({
    enum: Type.Enum(['a', 'b']),
    constant: Type.Literal(1),
    record: Type.Record(Type.String(), Type.Number({ multipleOf: 2 }), { maxProperties: 9 }),
    constants: Type.Union([Type.Literal('a'), Type.Union([Type.Literal(2), Type.Null()])]),
    template: Type.TemplateLiteral('x-${string}'),
    union: Type.Union([Note, Type.Union([Task, Type.Null()])]),
    list: Type.Array(Type.Integer(), { uniqueItems: true, description: 'x', examples: [{ maxLenght: 1 }] }),
    text: Type.Union([Type.String({ format: 'date', maxLength: 10 }), Type.Null()], { default: null }),
    any: Type.Any(),
    open: Type.Object({ text: Type.Readonly(text) }, { additionalProperties: true }),
  });
  const either = Type.Union([text, Type.Number(), Type.Null()]);
  const responses = { 200: Type.Object({ ...body.properties, either }) };
  expect(await linesOf(withCall({ body, responses }))).toEqual([]);
});
