import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { catalogue } from '#platform/test/types/kit-contract.ts';
import { handlers, kitModules } from '#platform/test/types/kit-handlers.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { always } from '#platform/test/test-modules.ts';
import { API_PATH } from '#platform/contract/api-path.ts';
import { limits } from '#platform/contract/limits.ts';
import { AppError } from '#platform/contract/app-error.ts';

const keeper = { authenticate: always('ann', 'keeper') };
const kitApp = (modules: object = {}) => testApp({}, { ...kitModules, ...modules });

const valid = { name: 'nut', made: '2026-11-21', size: { height: 1, width: 2 } };
const headers = { 'x-requested-by': 'test' };
const post = (payload: object) => ({ method: 'POST', url: `${API_PATH}/parts`, headers, payload }) as const;

test('the values of a query are coerced, and missing values get their defaults', async () => {
  const app = await kitApp();
  expect((await app.inject(`${API_PATH}/parts`)).json()).toMatchObject({ limit: 20 });
  const coerced = await app.inject(`${API_PATH}/parts?limit=7&tag=a&withOld=true`);
  expect(coerced.json()).toMatchObject({ limit: 7 });
});

/** Lists the invalid fields of a problem, such as `query /limit minimum`. */
const fieldsOf = (reply: LightMyRequestResponse) =>
  reply
    .json<{ errors: { in: string; pointer: string; rule: string }[] }>()
    .errors.map(({ in: place, pointer, rule }) => `${place} ${pointer} ${rule}`)
    .toSorted();

test('an invalid query returns 400 with each invalid field', async () => {
  const reply = await (await kitApp()).inject(`${API_PATH}/parts?limit=0&withOld=perhaps&nope=1`);
  expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'bad-request' }]);
  expect(fieldsOf(reply)).toEqual([
    'query /limit minimum',
    'query /nope additionalProperties',
    'query /withOld type',
  ]);
});

test('a body is not coerced; an invalid body returns 422 with each invalid or unknown field', async () => {
  const payload = { name: '', grade: '3', size: { height: 1, depth: 2 }, 'x/b~c': 1 };
  const reply = await (await kitApp(keeper)).inject(post(payload));
  expect(reply.statusCode).toBe(422);
  expect(fieldsOf(reply)).toEqual([
    'body /grade type',
    'body /made required',
    'body /name minLength',
    'body /size/depth additionalProperties',
    'body /size/width required',
    'body /x~1b~0c additionalProperties',
  ]);
});

test('a response has only the fields of its schema', async () => {
  const reply = await (await kitApp()).inject(`${API_PATH}/parts/1`);
  const bolt = { id: '1', name: 'bolt', grade: null, made: '2026-11-21', tags: [{ key: 'k' }] };
  expect(reply.json()).toEqual(bolt);
});

test('a declared error is sent with its extension members', async () => {
  const app = await kitApp(keeper);
  const taken = await app.inject(post({ ...valid, name: 'bolt' }));
  const { detail } = catalogue['name-taken'];
  expect([taken.statusCode, taken.json()]).toMatchObject([409, { code: 'name-taken', takenBy: '1', detail }]);
  const missing = await app.inject(`${API_PATH}/parts/2`);
  expect(missing.json()).toMatchObject({ code: 'part-missing', status: 404 });
});

test('an error that the call does not declare is sent and logged', async () => {
  const { entries, stream } = logEntries();
  const taken = () => {
    throw new AppError('name-taken', catalogue['name-taken'], { extensions: { takenBy: '1' } });
  };
  const modules = { ...kitModules, handlers: { ...handlers, 'GET /parts': taken }, logTo: stream };
  const app = await testApp({ logLevel: 'error' }, modules);
  expect((await app.inject(`${API_PATH}/parts`)).json()).toMatchObject({ code: 'name-taken', takenBy: '1' });
  expect(entries).toMatchObject([{ code: 'name-taken', msg: 'GET /parts does not declare the error' }]);
});

test('an error whose extension members do not match the catalogue returns 500, and the mismatch is logged', async () => {
  const { entries, stream } = logEntries();
  const taken = () => {
    throw new AppError('name-taken', catalogue['name-taken'], { extensions: { takenFrom: '1' } });
  };
  const modules = {
    ...kitModules,
    ...keeper,
    handlers: { ...handlers, 'POST /parts': taken },
    logTo: stream,
  };
  const reply = await (await testApp({ logLevel: 'error' }, modules)).inject(post(valid));
  expect(reply.json()).toMatchObject({ code: 'internal', status: 500 });
  expect(reply.json()).not.toHaveProperty('takenFrom');
  const message = "the error name-taken does not match its schema: it must have required property 'takenBy'";
  expect(entries).toMatchObject([{ code: 'internal', err: { message: expect.stringContaining(message) } }]);
});

test('a call returns 401 without a session, and 403 for a role without the permission', async () => {
  const anonymous = await (await kitApp()).inject(post(valid));
  expect(anonymous.json()).toMatchObject({ code: 'unauthenticated', status: 401 });
  const reply = await (await kitApp(keeper)).inject(post(valid));
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { name: 'nut of ann' }]);
  const guest = await kitApp({ authenticate: always('bo', 'guest') });
  expect((await guest.inject(post(valid))).json()).toMatchObject({ code: 'forbidden', status: 403 });
});

test.each([
  ['1', 200],
  ['9', 201],
])('a handler can return one of several successes: PUT /parts/%s returns %i', async (id, status) => {
  const put = { method: 'PUT', url: `${API_PATH}/parts/${id}`, headers, payload: valid } as const;
  expect((await (await kitApp()).inject(put)).statusCode).toBe(status);
});

test('a call without a handler returns 501; a mocked call responds with x-mock, and makes startup fail in production', async () => {
  const app = await kitApp();
  const missing = await app.inject({ method: 'DELETE', url: `${API_PATH}/parts/1`, headers });
  expect(missing.json()).toMatchObject({ code: 'not-implemented', status: 501 });
  const mock = { id: 'm', name: 'mocked', grade: 1, made: '2026-01-01', tags: [] };
  const mocked = { ...kitModules, handlers: { ...handlers, 'GET /parts/:partId': { mock } } };
  const reply = await (await testApp({ allowMocks: true }, mocked)).inject(`${API_PATH}/parts/1`);
  expect(reply.headers['x-mock']).toBe('true');
  expect(reply.json()).toEqual(mock);
  await expect(testApp({ allowMocks: false }, mocked)).rejects.toThrow("'GET /parts/:partId' is mocked");
});

test('a call streams bytes in both directions; a request body over the limit returns 413', async () => {
  const app = await kitApp();
  const down = await app.inject(`${API_PATH}/parts/1/drawing`);
  expect([down.headers['content-type'], down.body]).toEqual(['image/svg+xml', '<svg/>']);
  const put = { method: 'PUT', url: `${API_PATH}/parts/1/drawing` } as const;
  const up = (payload: string | Readable) =>
    app.inject({ ...put, headers: { ...headers, 'content-type': 'image/svg+xml' }, payload });
  const maxBody = 'x'.repeat(limits.BODY_BYTES);
  expect((await up(maxBody)).json()).toEqual({ bytes: limits.BODY_BYTES });
  expect((await up(`${maxBody}x`)).json()).toMatchObject({ code: 'content-too-large' });
  // A body that is sent in chunks has no Content-Length.
  expect((await up(Readable.from([maxBody, 'x']))).json()).toMatchObject({ code: 'content-too-large' });
});

test('a handler is cancelled when the client disconnects, but not at the end of the request body', async () => {
  const part = { id: '1', name: 'bolt', grade: null, made: '2026-11-21', tags: [] };
  const cancelled: boolean[] = [];
  const leaving = new AbortController();
  const working = {
    ...handlers,
    'POST /parts': async ({ signal }: { signal: AbortSignal }) => {
      if (cancelled.length === 0) await sleep(100);
      else {
        const aborted = once(signal, 'abort');
        leaving.abort();
        await aborted;
      }
      cancelled.push(signal.aborted);
      return part;
    },
  };
  const app = await kitApp({ ...keeper, handlers: working });
  const origin = await app.listen({ port: 0 });
  const send = (signal?: AbortSignal) =>
    fetch(`${origin}${API_PATH}/parts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(valid),
      ...(signal && { signal }),
    });
  expect((await send()).status).toBe(201);
  await expect(send(leaving.signal)).rejects.toThrow();
  await expect.poll(() => cancelled).toEqual([false, true]);
});

test.each([
  ['a call that takes bytes', 'PUT', '/parts/1/drawing', { 'content-type': 'application/json' }, '{}'],
  ['a call that takes bytes', 'PUT', '/parts/1/drawing', {}, undefined],
  ['a call that takes JSON', 'PUT', '/parts/1', { 'content-type': 'image/svg+xml' }, '<svg/>'],
] as const)(
  '%s returns 415 if the request lacks the declared media type: %s %s %j',
  async (...[, method, path, type, body]) => {
    const sent = { method, url: `${API_PATH}${path}`, headers: { ...headers, ...type } };
    const reply = await (await kitApp()).inject({ ...sent, ...(body && { payload: body }) });
    expect(reply.json()).toMatchObject({ status: 415, code: 'unsupported-media-type' });
  },
);
