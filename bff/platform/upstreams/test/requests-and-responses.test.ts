import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { expect, test, vi } from 'vitest';
import {
  browser,
  codeOf,
  holding,
  json,
  recording,
  service,
  signedIn,
  Thing,
  things,
} from './test-service.ts';

/** Starts a service that records the headers of its last request. */
async function reflecting() {
  const last: { headers: IncomingHttpHeaders } = { headers: {} };
  const url = await service((request, reply) => {
    last.headers = request.headers;
    json({ id: '1' })(request, reply);
  });
  return { url, last };
}

test('an upstream request includes the request id and the trace context, but not the browser’s Cookie and Authorization', async () => {
  const { url, last } = await reflecting();
  const trace = { traceparent: '00-1-2-01', tracestate: 'a=b' };
  const { put } = things(url).as({ headers: { cookie: 'session=1', authorization: 'Bearer 1', ...trace } });
  await put('/things/:id', { params: { id: 1 }, body: {}, headers: { 'X-Tenant': 't1' } }, Thing);
  expect(last.headers).toEqual({
    host: url.host,
    connection: 'keep-alive',
    accept: 'application/json',
    'accept-encoding': 'identity',
    'content-type': 'application/json',
    'content-length': '2',
    'x-request-id': 'request-1',
    ...trace,
    'x-tenant': 't1',
  });
});

test('the `headers` option of an upstream can use settings and session; a request can override these headers', async () => {
  const { url, last } = await reflecting();
  const { as } = things(url, {
    headers: ({ settings, session }) => ({
      'X-Tenant': String(Object.values(settings)[0]),
      'X-User': session.subject ?? undefined,
    }),
  });
  await as({ session: JSON.parse('{ "subject": "ann" }') }).find('1');
  expect(last.headers).toMatchObject({ 'x-tenant': 't1', 'x-user': 'ann' });
  await as().get('/things', { headers: { 'x-tenant': 't2' } }, Thing);
  expect(last.headers).toMatchObject({ 'x-tenant': 't2' });
  expect(last.headers).not.toHaveProperty('x-user');
});

test('a request rejects if its response schema has a format that validation does not know; the message names the request', async () => {
  const { url } = await recording(json({ id: '1' }));
  const schema = Type.Object({ id: Type.String({ format: 'e-mail' }) });
  expect(await codeOf(things(url).get('/things', {}, schema))).toBe(
    'response schema of GET /things: unknown format "e-mail" ignored in schema at path "#/properties/id"',
  );
});

const Node = Type.Cyclic({ Node: Type.Object({ nodes: Type.Array(Type.Ref('Node')) }) }, 'Node');
const Both = Type.Intersect([Thing, Type.Object({ pair: Type.Tuple([Type.Number(), Type.Number()]) })]);

test.each([
  ['a recursive schema', Node, { nodes: [{ nodes: [] }] }, { nodes: [{}] }],
  ['an intersection and a tuple', Both, { id: '1', pair: [1, 2] }, { id: '1', pair: [1] }],
])('an upstream response may have %s', async (_what, schema: Type.TSchema, valid, invalid) => {
  const get = async (value: object) => things((await recording(json(value))).url).get('/things', {}, schema);
  expect(await get(valid)).toEqual(valid);
  expect(await codeOf(get(invalid))).toBe('upstream-invalid-response');
});

test('the path of a request is appended to the path of the base URL', async () => {
  const { url, received } = await recording(json({ id: '1' }));
  await things(new URL('/base/', url)).find('a/ü');
  expect(received).toEqual(['GET /base/things/a%2F%C3%BC']);
});

test('a client disconnect cancels the upstream request, which rejects with the signal’s reason', async () => {
  const { url, held, counts } = await holding();
  const outcomes: string[] = [];
  const { deadline, disconnect } = browser();
  const { as } = things(url, {}, ({ outcome }) => outcomes.push(outcome));
  const work = codeOf(as({ deadline }).find('1'));
  await expect.poll(() => held.length).toBe(1);
  disconnect();
  expect(await work).toBe('disconnected');
  await expect.poll(() => counts.closed).toBe(1);
  expect(outcomes).toEqual(['cancelled']);
});

test('a stream delivers chunks as they arrive, limited only by idleMs', async () => {
  const held: ServerResponse[] = [];
  const url = await service((_request, reply) => {
    held.push(reply);
    reply.writeHead(200, { 'content-type': 'text/csv', etag: '"1"', 'set-cookie': 'a=b' }).write('first,');
  });
  const { get } = things(url, { totalMs: 1_000, responseBytes: 3 });
  const stream = await get('/things', { forwardHeaders: ['etag'] }, 'stream');
  expect(stream).toMatchObject({ contentType: 'text/csv', headers: { etag: '"1"' } });
  expect(stream.headers).not.toHaveProperty('set-cookie');
  const [first] = (await once(stream.body, 'data')) as [Buffer];
  expect(first.toString()).toBe('first,');
  await sleep(1_100);
  held[0]?.end('last');
  expect(await text(stream.body)).toBe('last');
});

test('a stream has all cookies of its response, and all values of a repeated header', async () => {
  const cookies = ['a=1; Expires=Thu, 01 Jan 2027 00:00:00 GMT', 'b=2', 'c=3', 'd=4; HttpOnly'];
  const url = await service((_request, reply) => {
    reply.writeHead(200, { 'set-cookie': cookies, link: ['</1>; rel=next', '</2>; rel=last'] }).end('x');
  });
  const { get } = things(url);
  const stream = await get('/things', { forwardHeaders: ['set-cookie', 'link'] }, 'stream');
  expect(stream.setCookie).toEqual(cookies);
  expect(stream.headers).toEqual({ link: '</1>; rel=next, </2>; rel=last' });
  expect((await get('/things', {}, 'stream')).setCookie).toEqual([]);
});

test('a client disconnect during a stream ends the upstream request and frees its connection', async () => {
  let closed = false;
  const url = await service((request, reply) => {
    if (request.url === '/things/1') return json({ id: '1' })(request, reply);
    reply
      .on('close', () => (closed = true))
      .writeHead(200)
      .write('first');
  });
  const upstream = things(url, { connections: 1, waiting: 0 });
  const { deadline, disconnect } = browser();
  const { body } = await upstream.as({ deadline }).get('/things', {}, 'stream');
  expect(await codeOf(upstream.find('1'))).toBe('upstream-overloaded');
  const ended = codeOf(text(body));
  disconnect();
  expect(await ended).toBe('disconnected');
  await expect.poll(() => closed).toBe(true);
  expect(await codeOf(upstream.find('1'))).toBe('ok');
});

test('a request body is streamed and never retried', async () => {
  const seen: string[] = [];
  const { url, received } = await recording((request, reply) => {
    request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
    request.on('end', () => json({}, 503)(request, reply));
  });
  const body = new Readable({ read() {} });
  const work = codeOf(things(url).put('/things', { body, contentType: 'text/csv' }));
  body.push('first,');
  await expect.poll(() => seen).toEqual(['first,']);
  body.push('last');
  body.push(null);
  expect(await work).toBe('upstream-overloaded');
  expect([received, seen.join('')]).toEqual([['PUT /things'], 'first,last']);
});

test('a POST with a rejected token is retried with a new token; a streamed POST fails with the error `unavailable`', async () => {
  const received: unknown[] = [];
  const url = await service(async (request, reply) => {
    const body = (await request.toArray()).join('');
    received.push([request.headers.authorization, body]);
    if (request.headers.authorization === 'Bearer old') reply.writeHead(401).end();
    else json({ id: '1' })(request, reply);
  });
  const onRejectedCredential = vi.fn(async () => 'new');
  const client = things(url, { auth: 'user' }).as({
    server: signedIn({ accessToken: async () => 'old', onRejectedCredential }),
  });
  expect(await client.create({ name: 'Ann' })).toEqual({ id: '1' });
  expect(received).toEqual([
    ['Bearer old', '{"name":"Ann"}'],
    ['Bearer new', '{"name":"Ann"}'],
  ]);
  expect(await codeOf(client.create(Readable.from(['bytes'])))).toBe('unavailable');
  expect(received).toHaveLength(3);
});

test('a function in `auth` can send the token in a header other than Authorization', async () => {
  const { url, last } = await reflecting();
  const { as } = things(url, { auth: (token: string) => ({ 'X-Api-Key': token }) });
  await as({ server: signedIn({ accessToken: async () => 'mine' }) }).find('1');
  expect([last.headers['x-api-key'], last.headers.authorization]).toEqual(['mine', undefined]);
});
