import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import Type from 'typebox';
import { createUpstreams } from '#platform/upstreams/create-upstreams.ts';
import { defineUpstream } from '#platform/upstreams/define-upstream.ts';
import { codeOf, requestOf } from '#platform/upstreams/test/test-service.ts';
import { fakeUpstream, type FakeHandlers } from '#platform/testing/fake-upstream.ts';

const Part = Type.Object({ id: Type.String(), name: Type.String() });
const parts = defineUpstream(
  'parts',
  ({ get, put, delete: deleteAt }) => ({
    list: (q?: string) => get('/parts', { query: { q } }, Type.Array(Part)),
    find: (id: string) => get('/parts/:partId', { params: { partId: id } }, Part),
    findIfAny: (id: string) =>
      get('/parts/:partId', { params: { partId: id }, errors: { 404: undefined } }, Part),
    save: (id: string, name: string) =>
      put('/parts/:partId', { params: { partId: id }, body: { name } }, Part),
    remove: (id: string) => deleteAt('/parts/:partId', { params: { partId: id } }),
    drawing: (id: string) => get('/parts/:partId/drawing.svg', { params: { partId: id } }, 'stream'),
    draw: (id: string, body: Readable) =>
      put('/parts/:partId/drawing.svg', { params: { partId: id }, body, contentType: 'image/svg+xml' }),
    first: async () => (await get('/first', {}, Part)).name,
  }),
  { breakAtLeast: 1_000 },
);
type Handlers = FakeHandlers<ReturnType<(typeof parts)['client']>>;

const handlers = (): Handlers => {
  const names = new Map([['7/8', 'Bolt']]);
  return {
    'GET /parts': ({ query }) =>
      Array.from(names, ([id, name]) => ({ id, name })).filter(({ name }) => name.includes(query['q'] ?? '')),
    'GET /parts/:partId': ({ params: { partId: id } }) => {
      const name = names.get(id);
      return name === undefined ? undefined : { id, name };
    },
    'PUT /parts/:partId': ({ params: { partId: id }, body, headers }, reply) => {
      if (headers['x-request-id'] !== 'request-1') return reply.code(400).send();
      names.set(id, body.name);
      return { id, name: body.name };
    },
    'DELETE /parts/:partId': ({ params }) => void names.delete(params.partId),
    'GET /parts/:partId/drawing.svg': ({ params }, reply) => {
      void reply.type('image/svg+xml');
      return Buffer.from(`<svg>${params.partId}</svg>`);
    },
    'GET /first': () => ({ id: '1', name: 'Nut' }),
  };
};

async function started(own: Handlers = handlers()) {
  const fake = fakeUpstream(parts, own);
  onTestFinished(() => fake.close().catch(() => {}));
  const origin = await fake.listen();
  const upstreams = createUpstreams<{ parts: typeof parts }>(
    { parts },
    { parts: new URL(origin) },
    { settings: {}, log: { warn: () => {} }, observe: () => {} },
  );
  onTestFinished(upstreams.close);
  return { fake, origin, ...upstreams.bind(requestOf()).parts };
}

test('a fake upstream gets the params, query and body that the client sends, and the client gets its results', async () => {
  const { list, find, save, remove, drawing, first } = await started();
  expect(await find('7/8')).toEqual({ id: '7/8', name: 'Bolt' });
  expect(await save('ä?', 'Nut')).toEqual({ id: 'ä?', name: 'Nut' });
  expect(await list('Nu')).toEqual([{ id: 'ä?', name: 'Nut' }]);
  expect(await remove('ä?')).toBeUndefined();
  expect(await list()).toEqual([{ id: '7/8', name: 'Bolt' }]);
  const { body, contentType } = await drawing('7');
  expect([await text(body), contentType]).toEqual(['<svg>7</svg>', 'image/svg+xml']);
  expect(await first()).toBe('Nut');
});

test('a fake upstream accepts a body that is larger than Fastify’s default', async () => {
  const lengthOf = ({ name }: { readonly name: string }) => String(name.length);
  const { save } = await started({ 'PUT /parts/:partId': ({ body }) => ({ id: '1', name: lengthOf(body) }) });
  expect(await save('1', 'x'.repeat(2_000_000))).toEqual({ id: '1', name: '2000000' });
});

test('the result undefined of a GET is a 404', async () => {
  const { find, findIfAny } = await started();
  expect([await findIfAny('0'), await codeOf(find('0'))]).toEqual([undefined, 'upstream-error']);
});

test('a result that does not match the schema fails as it would in production', async () => {
  // @ts-expect-error: a part has a name.
  const { find } = await started({ 'GET /parts/:partId': ({ params }) => ({ id: params.partId }) });
  expect(await codeOf(find('7'))).toBe('upstream-invalid-response');
});

test('the types of the client’s functions type params and results', () => {
  const typed: Handlers = {
    // @ts-expect-error: the path has no parameter `id`.
    'GET /parts/:partId': ({ params }) => ({ id: params.id, name: '' }),
    // @ts-expect-error: the client expects a list.
    'GET /parts': () => ({ id: '', name: '' }),
    // @ts-expect-error: the client expects no JSON.
    'GET /parts/:partId/drawing.svg': () => ({}),
  };
  expect(Object.keys(typed)).toHaveLength(3);
});

test('a request without a handler gets 501, and makes close reject', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  const { fake, list } = await started({});
  expect(await codeOf(list())).toBe('upstream-error');
  await expect(fake.close()).rejects.toThrow('parts: no handler for GET /parts');
});

test('setFaults delays a request, fails it with a status, and breaks its connection, until they are replaced', async () => {
  const { fake, save, remove, list } = await started();
  const outcomes = async () => [
    await codeOf(save('1', 'Pin')),
    await codeOf(list()),
    await codeOf(remove('2')),
  ];
  fake.setFaults({ 'PUT /parts/:partId': { fails: 500 }, 'DELETE /parts/:partId': { fails: 'disconnect' } });
  expect(await outcomes()).toEqual(['upstream-error', 'ok', 'upstream-unreachable']);
  fake.setFaults({ 'PUT /parts/:partId': { delayMs: 300 }, '*': { fails: 404 } });
  const begun = performance.now();
  expect(await outcomes()).toEqual(['ok', 'upstream-error', 'upstream-error']);
  expect(performance.now() - begun).toBeGreaterThan(290);
  fake.setFaults({});
  expect(await outcomes()).toEqual(['ok', 'ok', 'ok']);
});

test('PUT /-/faults sets the faults of a fake in another process, and rejects a request that it does not know', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => error.mockRestore());
  const { origin, save } = await started();
  const put = (faults: object) =>
    fetch(`${origin}/-/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  expect((await put({ '*': { fails: 500 } })).status).toBe(204);
  expect(await codeOf(save('1', 'Pin'))).toBe('upstream-error');
  const refused = await put({ 'GET /pats': { fails: 500 } });
  expect([refused.status, await refused.json()]).toEqual([400, { title: 'parts: no handler for GET /pats' }]);
});
