import Type from 'typebox';
import { expect, test } from 'vitest';
import { status } from '#contract/calls/status.ts';
import type { Call } from '#contract/kit/call.ts';
import { platformErrors } from '#contract/kit/platform-errors.ts';
import { testApp } from '#test/test-app.ts';
import { testParts } from '#test/test-parts.ts';
import { defineUpstream } from '#upstreams/kit/define-upstream.ts';

/** The lines of the error that stops the start. */
const linesOf = (parts: object, config = {}) =>
  testApp(config, { ...testParts, ...parts }).then(
    () => [],
    ({ message }: Error) => message.split('\n  ').slice(1),
  );

const handler = testParts.handlers['GET /status'];
const call: Call = { ...status['GET /status'], ok: { 200: Type.Object({}) } };
const withCall = (changes: object, key = 'GET /status') => ({
  calls: { [key]: { ...call, ...changes } },
  handlers: { [key]: handler },
});

test('missing, unknown, misspelt and mocked handlers are named all at once, each with the nearest key', async () => {
  const calls = { 'GET /status': call, 'GET /things': call, 'GET /other': call };
  const handlers = { 'GET /status': undefined, 'GET /thing': handler, 'GET /other': { mock: {} } };
  expect(await linesOf({ calls, handlers }, { allowMocks: false })).toEqual([
    "bff/src/calls/all.ts: 'GET /things' has no handler",
    "bff/src/calls/all.ts: 'GET /status' is neither a function nor a mock nor 'not-implemented'",
    "bff/src/calls/all.ts: 'GET /thing' is the handler of no call; GET /things?",
    "bff/src/calls/all.ts: 'GET /other' is mocked, which production accepts only with ALLOW_MOCKS=true",
  ]);
});

test.each<[string, object, string]>([
  [
    'a permission that no role has',
    { permission: 'status:raed' },
    'needs the permission status:raed, which no role has; status:read?',
  ],
  ['an unknown error', { errors: ['not-fund'] }, 'declares the unknown error not-fund; not-found?'],
  ['a misspelt member', { qurey: Type.Object({}) }, 'has an unknown member qurey; query?'],
  ['no success', { ok: undefined }, 'has no ok: a success by its status'],
  [
    'a misspelt member of a file',
    { files: { scan: { maxcount: 2 } } },
    'files/scan has an unknown member maxcount; maxCount?',
  ],
  [
    'a file with the name of a field',
    { body: Type.Object({ scan: Type.String() }), files: { scan: {} } },
    'has a field and a file with the name scan',
  ],
  [
    'a form whose body is not of fields',
    { body: Type.String(), files: { scan: {} } },
    'has files, so that its body must be an object of fields',
  ],
  [
    'a parameter that is not in the path',
    { params: Type.Object({ id: Type.String() }) },
    'has id in the path or in params, but not in both',
  ],
])('%s prevents the start', async (_what, changes, message) => {
  expect(await linesOf(withCall(changes))).toEqual([`bff/src/contract/calls: 'GET /status' ${message}`]);
});

test('a key that is not a method and a path prevents the start', async () => {
  expect(await linesOf(withCall({}, 'FETCH /x'))).toEqual([
    "bff/src/contract/calls: 'FETCH /x' is not a method and a path",
  ]);
});

const text = Type.String();
test.each<[string, Type.TSchema, string]>([
  ['a refinement', Type.Refine(text, () => true), '/properties/a: validation does not run refine'],
  [
    'a codec',
    Type.Codec(text)
      .Decode((value) => value)
      .Encode((value) => value),
    '/properties/a: validation does not run codec',
  ],
  [
    'a misspelt keyword',
    Type.String({ maxLenght: 3 }),
    '/properties/a: validation has no keyword maxLenght; maxLength?',
  ],
  ['a type of JavaScript', Type.BigInt(), '/properties/a: JSON has no type bigint'],
  [
    'an unknown format',
    Type.String({ format: 'e-mail' }),
    '/properties/a: validation has no format e-mail; email?',
  ],
  [
    'a tuple of an older JSON Schema',
    Type.Array(Type.Object({ b: Type.Unsafe({ items: [{}] }) })),
    '/properties/a/items/properties/b: validation takes a list in prefixItems, not in items',
  ],
])('%s in a schema prevents the start', async (_what, schema, message) => {
  const body = Type.Object({ a: schema });
  for (const place of ['body', 'query'])
    expect(await linesOf(withCall({ [place]: body }))).toEqual([
      `bff/src/contract/calls: 'GET /status' ${place}${message}`,
    ]);
});

test('every construct that validation enforces is accepted', async () => {
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
    any: Type.Any(),
    never: Type.Optional(Type.Never()),
  });
  expect(await linesOf(withCall({ body, ok: { 200: body } }))).toEqual([]);
});

test('a catalogue without the platform’s errors, and an upstream with a misspelt option or error, prevent the start', async () => {
  const { internal: _internal, ...errors } = platformErrors;
  const client = () => ({});
  const options = { totalMS: 1, errors: { 404: 'not-fund' } } as object;
  const upstreams = { things: defineUpstream('thingz', client, options) };
  expect(await linesOf({ errors, upstreams }, { upstreams: { things: new URL('http://things') } })).toEqual([
    'bff/src/contract/errors.ts: ...platformErrors is missing',
    "bff/src/upstreams/all.ts: 'things' is defined with the name thingz",
    "bff/src/upstreams/all.ts: 'things' has an unknown option totalMS; totalMs?",
    "bff/src/upstreams/all.ts: 'things' maps to the unknown error not-fund; not-found?",
  ]);
});

test('settings of sign-in without a session in the contract, and schemas that nothing validates, are named', async () => {
  const settings = { store: undefined, secrets: [], oidc: { issuer: new URL('https://x') } };
  expect(await linesOf({}, { session: settings })).toEqual([
    'bff/src/contract/session.ts: OIDC_ISSUER is set, but the contract declares no session',
  ]);
  const session = { person: Type.Object({}), private: Type.Object({}) };
  const withStore = { store: new URL('redis://x'), secrets: [], oidc: undefined };
  expect(await linesOf({ session }, { session: withStore })).toEqual([
    'SESSION_SECRET is not set: expected secrets of at least 32 characters each, separated by commas, for SESSION_STORE',
  ]);
  const refined = Type.Object({ name: Type.Refine(Type.String(), () => true) });
  const lines = await linesOf({ session: { person: refined, private: Type.Object({}) } });
  expect(lines).toEqual([expect.stringMatching(/^bff\/src\/contract\/session.ts: person/)]);
});
