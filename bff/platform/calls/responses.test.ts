import Type from 'typebox';
import { expect, test, vi } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { events } from '#platform/contract/content.ts';
import { requestAjv, responseAjv } from '#platform/schema/ajv.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';

const Cat = Type.Object({ kind: Type.Literal('cat'), lives: Type.Integer({ maximum: 9 }) });
const Dog = Type.Object({ kind: Type.Literal('dog'), name: Type.Optional(Type.String()) });
const Thing = Type.Object({
  title: Type.Optional(Type.String({ maxLength: 20 })),
  state: Type.Optional(Type.Enum(['draft', 'published'])),
  count: Type.Optional(Type.Integer()),
  size: Type.Optional(Type.Number()),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  id: Type.Optional(Type.String({ format: 'int64' })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  rows: Type.Optional(Type.Array(Type.Object({ a: Type.String() }))),
  byKey: Type.Optional(Type.Record(Type.String(), Cat)),
  pet: Type.Optional(Type.Union([Cat, Dog, Type.Null()])),
  either: Type.Optional(Type.Union([Type.Boolean(), Type.Integer()])),
  any: Type.Optional(Type.Unknown()),
});

/** Sends a handler's result through a call with the schema. */
async function responding(result: unknown, schema: Type.TSchema = Thing) {
  const { entries, stream } = logEntries();
  const call = { id: 'x', summary: '', permission: 'status:read', errors: [], responses: { 200: schema } };
  const calls = { 'GET /x': call };
  const modules = { ...testModules, calls, handlers: { 'GET /x': () => result }, logTo: stream };
  const reply = await (await testApp({ logLevel: 'error' }, modules)).inject(`${API_PATH}/x`);
  return { reply, entries };
}

const SECRET = 'never in the log';

test.each<[string, object]>([
  ['/title must be string', { title: null }],
  ['/title must be string', { title: 7 }],
  ['/title must be string', { title: new Date() }],
  ['/title must NOT have more than 20 characters', { title: `${SECRET}, and too long` }],
  ['/state must be equal to one of the allowed values', { state: SECRET }],
  ['/count must be integer', { count: 1.5 }],
  ['/count must be integer', { count: '1' }],
  ['/count must be <= 9007199254740991', { count: 1e20 }],
  ['/size must be number', { size: Infinity }],
  ['/size must be number', { size: Number.NaN }],
  ['/note must be string', { note: { [SECRET]: SECRET } }],
  ['/id must be string', { id: 7 }],
  ['/at must match format "date-time"', { at: SECRET }],
  ['/rows must be array', { rows: { a: SECRET } }],
  ["/rows/1 must have required property 'a'", { rows: [{ a: 'x' }, {}] }],
  ['/byKey/k/lives must be <= 9', { byKey: { k: { kind: 'cat', lives: 10 } } }],
  ['/byKey must be object', { byKey: [] }],
  ['/pet/kind must be equal to one of the allowed values', { pet: { kind: 'cow' } }],
  ["/pet must have required property 'lives'", { pet: { kind: 'cat' } }],
  ['/pet/name must be string', { pet: { kind: 'dog', name: 1 } }],
  ['/either must be boolean', { either: 'yes' }],
  ['/any/0/x must be <= 9007199254740991', { any: [{ x: Infinity }] }],
])('a response with the error “%s” is a 500, and the log has no value', async (error, result) => {
  const { reply, entries } = await responding(result);
  expect([reply.statusCode, reply.json<object>()]).toMatchObject([500, { code: 'internal' }]);
  const [{ err } = { err: undefined }] = entries as { err?: { message: string } }[];
  expect(err?.message).toMatch(/^GET \/x, 200: the response does not match its schema: /);
  expect(err?.message).toContain(error);
  expect(JSON.stringify(entries)).not.toContain(SECRET);
});

test('a response has the declared members of the result, unchanged', async () => {
  class Row {
    a = 'x';
    secret = SECRET;
    toJSON() {
      return { a: this.a, more: SECRET };
    }
  }
  const declared = {
    title: '',
    state: 'draft',
    count: -1,
    size: 1e300,
    note: null,
    id: '9007199254740993',
    rows: [{ a: '\ud800' }],
    byKey: { 'a\nb': { kind: 'cat', lives: 9 } },
    pet: { kind: 'dog' },
    either: false,
    any: { deep: [1e20, { x: null }] },
  };
  const result = {
    ...declared,
    rows: [Object.assign(new Row(), { a: '\ud800' })],
    byKey: { 'a\nb': { kind: 'cat', lives: 9, secret: SECRET } },
    pet: { kind: 'dog', lives: 9, name: undefined },
    at: undefined,
    secret: SECRET,
  };
  expect(JSON.parse((await responding(result)).reply.body)).toEqual(declared);
});

test('a list has rows with a retired member of an enum if its schema is looser', async () => {
  const State = Type.Enum(['draft', 'published']);
  const list = (state: Type.TSchema) => Type.Array(Type.Object({ state }));
  const rows = [{ state: 'draft' }, { state: 'retired' }];
  expect((await responding(rows, list(State))).reply.statusCode).toBe(500);
  expect((await responding(rows, list(Type.Union([State, Type.String()])))).reply.json()).toEqual(rows);
});

test.each<[unknown, Type.TSchema]>([
  ['text', Type.String()],
  [7, Type.Integer()],
  [null, Type.Union([Thing, Type.Null()])],
  [[], Type.Array(Thing)],
  [false, Type.Unknown()],
])('the whole response may be %j', async (result, schema) => {
  const { reply } = await responding(result, schema);
  expect([reply.statusCode, reply.headers['content-type'], JSON.parse(reply.body)]).toEqual([
    200,
    'application/json; charset=utf-8',
    result,
  ]);
});

test.each<[unknown, Type.TSchema]>([
  [7, Type.String()],
  ['7', Type.Integer()],
  ['secret', Type.String({ maxLength: 3 })],
  [undefined, Thing],
  [undefined, Type.Union([Type.String(), Type.Null()])],
  [undefined, Type.Unknown()],
  [null, Thing],
])('a result of %j that does not match the whole schema is a 500', async (result, schema) => {
  expect((await responding(result, schema)).reply.statusCode).toBe(500);
});

test('a schema is compiled once, at its first use, for all applications and events', async () => {
  const Once = Type.Object({ a: Type.Integer(), b: Type.Union([Cat, Dog]) });
  const compile = [requestAjv, responseAjv].map((ajv) => vi.spyOn(ajv, 'compile'));
  const body = { a: 1, b: { kind: 'cat', lives: 1 } };
  const call = { summary: '', permission: 'status:read', errors: [], body: Once };
  const calls = {
    'POST /once': { ...call, id: 'once', responses: { 200: Once } },
    'POST /events': { ...call, id: 'events', responses: { 200: events(Once) } },
  };
  const stream = async function* () {
    yield* [body, body];
  };
  const handlers = { 'POST /once': () => body, 'POST /events': stream };
  for (let apps = 0; apps < 2; apps += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const app = await testApp({}, { ...testModules, calls, handlers });
    for (const url of ['/once', '/events', '/once', '/events'].map((path) => API_PATH + path)) {
      const headers = { 'x-requested-by': 'test' };
      // oxlint-disable-next-line no-await-in-loop
      const reply = await app.inject({ method: 'POST', url, headers, payload: body });
      expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining(JSON.stringify(body))]);
    }
  }
  expect(compile.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
