import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { withRules } from '#platform/contract/rules.ts';
import { testApp } from './test-app.ts';
import { testModules } from './test-modules.ts';

const RUNS = process.env['FULL'] ? 1_000 : 100;
/** Maximum number of bytes by which a response may exceed its request. */
const REPLY_BYTES = 16_384;
/** Maximum memory allocated for a request, including garbage. */
const HEAP_BYTES = 64 * 1_048_576;
const FIELD_BYTES = 14_500;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const text = Type.String();
const row = Type.Object({ id: Type.Integer(), name: Type.String({ maxLength: 40 }) });
const slug = Type.String({ pattern: '^[a-z]+(?:-[a-z]+)*$', maxLength: 40 });
const kinds = Array.from({ length: 20 }, (_, index) => Type.Literal(`kind${index}`));
const variants = Array.from({ length: 20 }, (_, index) =>
  Type.Object({ kind: Type.Literal(`kind${index}`), a: text, b: text }),
);
const period = withRules(Type.Object({ from: Type.Integer(), to: Type.Integer() }), [
  { field: '/to', rule: 'upwards', message: 'upwards', check: ({ from, to }) => from < to },
]);
/** Schemas of `x` in the request body `{ x }`, by call. */
const shapes = {
  tags: Type.Array(text, { maxItems: 50 }),
  uniqueTexts: Type.Array(text, { uniqueItems: true }),
  uniqueRows: Type.Array(row, { uniqueItems: true }),
  uniqueAnything: Type.Array(Type.Unknown(), { uniqueItems: true }),
  union: Type.Array(Type.Union(variants)),
  lists: Type.Record(text, Type.Array(text)),
  things: Type.Array(Type.Unknown()),
  address: Type.String({ format: 'uri' }),
  isoMoment: Type.String({ format: 'iso-date-time' }),
  record: Type.Record(Type.String({ pattern: '^[a-z]{1,8}$' }), Type.Integer()),
  records: Type.Record(text, Type.Record(text, Type.Record(text, Type.Union([Type.Integer(), Type.Null()])))),
  unionOfRecords: Type.Record(text, Type.Union(variants)),
  openRows: Type.Array(Type.Object({ id: Type.Integer() }, { additionalProperties: true })),
  periods: Type.Array(period),
  recordOfPeriods: Type.Record(text, period),
  partialPeriods: Type.Array(Type.Partial(period)),
  anything: Type.Unknown(),
  number: Type.Number({ multipleOf: 0.01 }),
  slug,
  slugs: Type.Array(slug),
  trimmed: Type.String({ pattern: String.raw`^\S+(?:\s+\S+)*$`, maxLength: limits.BODY_BYTES }),
  email: Type.String({ format: 'email' }),
  url: Type.String({ format: 'url' }),
  moment: Type.String({ format: 'date-time' }),
} as const;

const open = {
  summary: '',
  permission: 'status:read',
  errors: [],
  responses: { 200: Type.Object({}) },
} as const;
const tag = Type.Optional(Type.Array(text, { maxItems: 5 }));
const calls = {
  ...Object.fromEntries(
    Object.entries(shapes).map(([id, x]) => [`POST /${id}`, { ...open, id, body: Type.Object({ x }) }]),
  ),
  'GET /query': {
    ...open,
    id: 'query',
    query: Type.Object({
      tag,
      slug: Type.Optional(slug),
      moment: Type.Optional(Type.Array(Type.String({ format: 'iso-date-time' }))),
      kind: Type.Optional(Type.Union(kinds)),
    }),
  },
  'POST /form': {
    ...open,
    id: 'form',
    body: Type.Object({ tag, kind: Type.Optional(Type.Union(kinds)), count: Type.Optional(Type.Integer()) }),
    files: { file: { optional: true, mediaTypes: ['image/png'] } },
  },
} as const;
const handlers = Object.fromEntries(Object.keys(calls).map((key) => [key, () => ({})]));

const repeat = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)));
const list = (item: string, bytes: number) => `[${repeat(`${item},`, bytes - item.length - 8)}${item}]`;
const numbered = (make: (index: number) => string, bytes: number) =>
  Array.from({ length: bytes / (make(99_999).length + 1) }, (_, index) => make(index)).join(',');

const part = fc.oneof(
  fc.constantFrom(...'a| |a-|:|@|%|~|::|/|.|é|😀|\u0001'.split('|')),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const bytes = fc.constantFrom(limits.BODY_BYTES - 64, 60_000, 8_000);
const item = fc.oneof(
  fc.constantFrom(
    ...'0|{}|[]|""|1e9|{"id":0,"name":"a"}|{"from":2,"to":1}|{"kind":"kind19","a":"","b":""}|{"name":"","children":[]}'.split(
      '|',
    ),
  ),
  fc.json({ maxDepth: 3 }),
  part.map((of) => JSON.stringify(repeat(of, 2_000))),
);

/** JSON texts of about `bytes` bytes. */
const value = fc.oneof(
  fc.tuple(item, bytes).map(([of, size]) => list(of, size)),
  fc
    .tuple(part, bytes, fc.constantFrom('', '!'))
    .map(([of, size, end]) => JSON.stringify(repeat(of, size / 7) + end)),
  bytes.map((size) => `[${numbered((index) => `{"id":${index},"name":""}`, size)}]`),
  fc
    .tuple(part, bytes)
    .map(([of, size]) => `{${numbered((index) => `${JSON.stringify(repeat(of, 200) + index)}:0`, size)}}`),
  fc.tuple(part, bytes).map(([of, size]) => `{${JSON.stringify(repeat(of, size / 7))}:0}`),
  fc
    .tuple(
      fc.constantFrom(['[', ']'], ['{"name":"","children":[', ']}']),
      fc.integer({ min: 1, max: 20_000 }),
    )
    .map(([[begin = '', end = ''], depth]) => begin.repeat(depth) + end.repeat(depth)),
  // A long key, above many errors.
  fc.tuple(part, bytes, fc.constantFrom('1', '1e400', '{"a":1}')).map(([of, size, one]) => {
    const key = JSON.stringify(repeat(of, size / 10));
    return `{${key}:${list(one, size / 2)}}`;
  }),
  // Deep, with errors at the bottom.
  fc
    .tuple(part, fc.constantFrom('["a","b"]', '[1e400,1e400]'))
    .map(([of, end]) => repeat(`{${JSON.stringify(repeat(of, 150))}:`, 9_000) + end + '}'.repeat(60)),
  // Unknown members with long names, in rows.
  fc
    .tuple(part, bytes, fc.constantFrom(20, 150, 2_000))
    .map(([of, size, length]) => list(`{"id":1,"name":"a",${JSON.stringify(repeat(of, length))}:0}`, size)),
  bytes.map((size) => `1${repeat('0', size)}.1`),
);

const sent = { 'content-type': 'application/json', 'x-requested-by': 'test' };
const post = (url: string, payload: string, type = 'application/json') => ({
  method: 'POST' as const,
  url,
  payload: payload.slice(0, limits.BODY_BYTES),
  headers: { ...sent, 'content-type': type },
});
const formPart = (head: string, content: string) =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

const body = fc
  .tuple(fc.constantFrom(...Object.keys(shapes)), value, fc.constantFrom('{"x":V}', 'V', 'V,x]'))
  .map(([shape, x, form]) =>
    post(
      `/${shape}`,
      form.replace('V', () => x),
    ),
  );
const elsewhere = fc
  .tuple(fc.constantFrom('/nope', '/client-reports'), value)
  .map(([url, x]) => post(url, x));
const query = fc
  .tuple(
    fc.oneof(
      part,
      fc.constantFrom('a=1&', 'tag=1&', '&', '=', 'slug=a&', '%7e&', '+', 'kind=none&', 'moment=1&'),
    ),
  )
  .map(([of]) => ({ url: `/query?${encodeURI(repeat(of, FIELD_BYTES / 3))}` }));
const header = fc
  .tuple(
    fc.constantFrom(
      ...'cookie accept-encoding accept-language x-forwarded-for x-forwarded-host traceparent x-request-id if-none-match content-type user-agent x-session range'.split(
        ' ',
      ),
    ),
    fc.constantFrom(...'a|;|,|a=b;|de;q=0.1,|127.0.0.1,|::1,|gzip;q=0,|"|web-session=a; '.split('|')),
  )
  .map(([name, of]) => ({ url: '/query', headers: { [name]: repeat(of, FIELD_BYTES) } }));
const form = fc
  .tuple(
    fc.constantFrom(
      'name="tag"',
      'name="kind"',
      'name="count"',
      'name="a"',
      'name="file"; filename="a"',
      'name="~~~~~~"',
    ),
    fc.oneof(part, value),
    bytes,
  )
  .map(([head, content, size]) =>
    post(
      '/form',
      `${repeat(formPart(head, content), size - 64)}--b--\r\n`,
      'multipart/form-data; boundary=b',
    ),
  );

test('a hostile request gets a small response and allocates limited memory', async () => {
  const app = await testApp({}, { ...testModules, calls, handlers });
  const request = fc.oneof({ weight: 4, arbitrary: body }, elsewhere, query, header, form);
  await fc.assert(
    fc.asyncProperty(request, async (options) => {
      const sending = { ...options, url: API_PATH + options.url };
      // Compiles the schema before the measurement.
      await app.inject(sending);
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      const { rawPayload, statusCode } = await app.inject(sending);
      const allocated = process.memoryUsage().heapUsed - before;
      expect(statusCode).toBeLessThan(500);
      const sentBytes = 'payload' in sending ? sending.payload.length : sending.url.length;
      expect(rawPayload.length - sentBytes).toBeLessThan(REPLY_BYTES);
      expect(allocated).toBeLessThan(HEAP_BYTES);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
