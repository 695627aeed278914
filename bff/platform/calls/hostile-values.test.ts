import Type from 'typebox';
import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { testApp } from '#platform/test/test-app.ts';
import { testModules } from '#platform/test/test-modules.ts';

const text = Type.String();
const shapes = {
  lists: Type.Record(text, Type.Array(text)),
  anything: Type.Unknown(),
  rows: Type.Array(Type.Unknown()),
  address: Type.String({ format: 'uri' }),
  moment: Type.String({ format: 'iso-date-time' }),
};

async function withShapes() {
  const call = { summary: '', permission: 'status:read', errors: [], responses: { 200: Type.Object({}) } };
  const calls = Object.fromEntries(
    Object.entries(shapes).map(([id, x]) => [`POST /${id}`, { ...call, id, body: Type.Object({ x }) }]),
  );
  const handlers = Object.fromEntries(Object.keys(calls).map((key) => [key, () => ({})]));
  const app = await testApp({}, { ...testModules, calls, handlers });
  /** Resolves with the status, the errors, and the milliseconds of the faster of two requests. */
  return async (shape: keyof typeof shapes, x: string) => {
    const send = async () => {
      const from = performance.now();
      const reply = await app.inject({
        method: 'POST',
        url: `${API_PATH}/${shape}`,
        headers: { 'content-type': 'application/json', 'x-requested-by': 'test' },
        payload: `{"x":${x}}`,
      });
      return { reply, ms: performance.now() - from };
    };
    const [first, second] = [await send(), await send()];
    const { errors = [] } = second.reply.json<{ errors?: { pointer: string; rule: string }[] }>();
    return { status: second.reply.statusCode, errors, ms: Math.min(first.ms, second.ms) };
  };
}

const key = JSON.stringify('k'.repeat(160_000));
const many = (item: string, count = 2_400) => `[${Array(count).fill(item).join()}]`;
const deep = (end: string) => `${'{"k":'.repeat(58)}${end}${'}'.repeat(58)}`;

test('the error of a long key names the key, cut, and the limit', async () => {
  const send = await withShapes();
  const { errors } = await send('lists', `{"${'k'.repeat(300)}":[]}`);
  expect(errors).toMatchObject([{ pointer: `/x/${'k'.repeat(197)}`, rule: 'maxLength', expected: 255 }]);
});

test.each<[string, keyof typeof shapes, valid: string | undefined, hostile: string]>([
  [
    '2,400 errors beneath a key of 160,000 characters',
    'lists',
    `{"k":${many('"a"')}}`,
    `{${key}:${many('1')}}`,
  ],
  [
    '2,400 errors beneath a key of 160,000 slashes',
    'lists',
    `{"k":${many('"a"')}}`,
    `{${JSON.stringify('/~'.repeat(80_000))}:${many('1')}}`,
  ],
  [
    '3,000 numbers that overflow, beneath a key of 160,000 characters',
    'anything',
    `{${key}:${many('1.5', 3_000)}}`,
    `{${key}:${many('1e400', 3_000)}}`,
  ],
  ['3,000 rows of numbers that overflow', 'rows', many('[1.5]', 3_000), many('[1e400]', 3_000)],
  ['3,000 deep numbers that overflow', 'anything', deep(many('1.5', 3_000)), deep(many('1e400', 3_000))],
  ['an address of 1 MB', 'address', undefined, JSON.stringify(`https://${'a/'.repeat(500_000)}`)],
  ['a moment of 1 MB', 'moment', undefined, JSON.stringify('1'.repeat(1_000_000))],
])('%s cost at most 100 times what a valid body costs', async (_what, shape, valid, hostile) => {
  const send = await withShapes();
  const usual = await send(
    valid === undefined ? 'anything' : shape,
    valid ?? JSON.stringify('a'.repeat(1_000_000)),
  );
  const refused = await send(shape, hostile);
  expect([usual.status, refused.status]).toEqual([200, 422]);
  // Sends it again, because other processes may have delayed the first response.
  const [ms = 0] = [refused.ms, (await send(shape, hostile)).ms].toSorted((one, other) => one - other);
  expect(ms).toBeLessThan(100 * Math.max(1, usual.ms));
  for (const { pointer } of refused.errors) expect(pointer.length).toBeLessThanOrEqual(200);
});
