import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { service } from '#platform/upstreams/test/test-service.ts';

const Values = {
  int: Type.Optional(Type.Integer()),
  num: Type.Optional(Type.Number()),
  nums: Type.Optional(Type.Array(Type.Number())),
  maybe: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  wide: Type.Optional(Type.Number({ minimum: -1e308, maximum: 1e308 })),
  either: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal(2)])),
  id: Type.Optional(Type.String({ format: 'int64' })),
  text: Type.Optional(Type.String()),
  flag: Type.Optional(Type.Boolean()),
};
const Body = Type.Object({ ...Values, any: Type.Optional(Type.Unknown()) });
const call = {
  summary: '',
  permission: 'status:read',
  errors: [],
  responses: { 200: Type.Unknown() },
} as const;
const calls = {
  'POST /values': { ...call, id: 'values', body: Body },
  'GET /values': { ...call, id: 'query', query: Type.Object(Values) },
  'GET /values/:int': { ...call, id: 'path', params: Type.Object({ int: Type.Integer() }) },
  'GET /upstream': { ...call, id: 'upstream', responses: { 200: Body } },
};
const upstreams = {
  values: defineUpstream('values', ({ get }) => ({ find: () => get('/values', {}, Body) })),
};
interface Context {
  readonly body: object;
  readonly query: object;
  readonly params: object;
  readonly upstreams: { readonly values: { readonly find: () => Promise<object> } };
}
const handlers = {
  'POST /values': ({ body }: Context) => body,
  'GET /values': ({ query }: Context) => query,
  'GET /values/:int': ({ params }: Context) => params,
  'GET /upstream': ({ upstreams: { values } }: Context) => values.find(),
};

async function sending({ payload, path = '/values', url }: { payload?: string; path?: string; url?: URL }) {
  const modules = { ...testModules, calls, handlers, upstreams };
  const app = await testApp({ upstreams: { values: url ?? new URL('http://127.0.0.1:1') } }, modules);
  const headers = { 'content-type': 'application/json', 'x-requested-by': 'test' };
  const reply = await app.inject(
    payload === undefined
      ? `${API_PATH}${path}`
      : { method: 'POST', url: `${API_PATH}${path}`, headers, payload },
  );
  const { errors } = reply.json<{ errors?: { pointer: string; rule: string; expected?: unknown }[] }>();
  const found = errors?.map(({ pointer, rule, expected }) => [pointer, rule, expected].join(' '));
  return { status: reply.statusCode, body: reply.body, found };
}
const inBody = (payload: string) => sending({ payload });
const inQuery = (query: string) => sending({ path: `/values?${query}` });
const ofUpstream = async (body: string) => {
  const url = await service((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return sending({ path: '/upstream', url });
};

const MAX = 'maximum 9007199254740991';

test.each([
  ['{"int":9007199254740993}', `/int ${MAX}`],
  ['{"int":1e20}', `/int ${MAX}`],
  ['{"int":-9007199254740992}', '/int minimum -9007199254740991'],
  ['{"int":9007199254740993.0}', `/int ${MAX}`],
  ['{"num":9007199254740993}', `/num ${MAX}`],
  ['{"num":123456789012345678901234567890}', `/num ${MAX}`],
  ['{"num":1e400}', `/num ${MAX}`],
  ['{"nums":[1,9007199254740993]}', `/nums/1 ${MAX}`],
  ['{"maybe":9007199254740993}', `/maybe ${MAX}`],
  ['{"any":{"deep":[9007199254740993]}}', `/any/deep/0 ${MAX}`],
  ['{"text":9007199254740993}', '/text type string'],
  ['{"id":"9223372036854775808"}', '/id format int64'],
  ['{"id":"007"}', '/id format int64'],
  ['{"id":9007199254740993}', '/id type string'],
  ['{"id":7}', '/id type string'],
  ['{"num":1e20}', `/num ${MAX}`],
  ['{"any":1e20}', `/any ${MAX}`],
  ['{"any":[{"deep":-1e400}]}', '/any/0/deep minimum -9007199254740991'],
  ['{"wide":1e400}', '/wide maximum 1e+308'],
])('the body %s, with an inexact or invalid number, returns 422', async (payload, error) => {
  const { status, found } = await inBody(payload);
  expect([status, found?.[0]]).toEqual([422, error]);
});

test.each([
  '{"int":9007199254740991,"num":-9007199254740991,"maybe":null}',
  '{"num":0.1,"nums":[5e-324],"wide":1e+300,"any":[1.5]}',
  '{"text":"9007199254740993, 1e400","any":{"text":["9007199254740993"]}}',
  '{"id":"9223372036854775807"}',
])('the body %s reaches the handler unchanged', async (payload) => {
  expect(JSON.parse((await inBody(payload)).body)).toEqual(JSON.parse(payload));
});

test.each([
  ['{"id":9007199254740993}', '{"id":"9007199254740993"}'],
  ['{"id":-9223372036854775808}', '{"id":"-9223372036854775808"}'],
  ['{"id":7}', '{"id":"7"}'],
])('an upstream may send a JSON number for a string of the format int64: %s', async (sent, arrived) => {
  expect((await ofUpstream(sent)).body).toBe(arrived);
});

test('the error of a JSON number for a string of the format int64 says to send a string', async () => {
  expect((await inBody('{"id":7}')).body).toContain('must be a string');
});

test.each([
  ['int=%20', '/int type integer'],
  ['int=', '/int type integer'],
  ['int=0x10', '/int type integer'],
  ['int=1.5', '/int type integer'],
  ['int=%2B1', '/int type integer'],
  ['int=01', '/int type integer'],
  ['int=1_000', '/int type integer'],
  ['int=9007199254740993', `/int ${MAX}`],
  ['int=1&int=2', '/int type integer'],
  ['num=1e400', `/num ${MAX}`],
  ['num=123456789123456.12345', '/num type number'],
  ['num=0.1000000000000000055', '/num type number'],
  ['num=9007199254740991.4', '/num type number'],
  ['num=1e-400', '/num type number'],
  [`num=0.${'1'.repeat(200)}`, '/num type number'],
  ['num=Infinity', '/num type number'],
  ['num=NaN', '/num type number'],
  ['num=.5', '/num type number'],
  ['nums=1&nums=0b1', '/nums/1 type number'],
  ['flag=1', '/flag type boolean'],
])('the query %s, with an inexact or invalid value, returns 400', async (query, error) => {
  expect(await inQuery(query)).toMatchObject({ status: 400, found: [error] });
});

test.each([
  ['int=-7&num=1.5e3', '{"int":-7,"num":1500}'],
  ['num=0.30000000000000004', '{"num":0.30000000000000004}'],
  ['num=123456789012345.5', '{"num":123456789012345.5}'],
  ['num=1.50000000000000000000', '{"num":1.5}'],
  ['num=0.00', '{"num":0}'],
  ['nums=1', '{"nums":[1]}'],
  ['nums=1&nums=2', '{"nums":[1,2]}'],
  ['maybe=', '{"maybe":null}'],
  ['either=all', '{"either":"all"}'],
  ['either=2', '{"either":2}'],
  ['text=0x10&id=9007199254740993&flag=false', '{"text":"0x10","id":"9007199254740993","flag":false}'],
])('the query %s reaches the handler as %s', async (query, values) => {
  expect(JSON.parse((await inQuery(query)).body)).toEqual(JSON.parse(values));
});

test.each(['9007199254740993', '%20', '0x10', '1e400'])(
  'the invalid path parameter %s returns 400',
  async (text) => {
    expect(await sending({ path: `/values/${text}` })).toMatchObject({ status: 400 });
  },
);

test.each(['{"int":9007199254740993}', '{"num":1e999}', '{"num":9007199254740993}', '{"nums":[1e400]}'])(
  'a call returns 502 for the upstream response %s, because a double cannot represent the number exactly',
  async (body) => expect((await ofUpstream(body)).status).toBe(502),
);

test('an undeclared field of an upstream response may contain a number that a double cannot represent exactly', async () => {
  expect(await ofUpstream('{"int":1,"other":[9007199254740993]}')).toMatchObject({
    status: 200,
    body: '{"int":1}',
  });
});
