import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { API_PATH } from '@web/bff/platform/contract/api-path';
import { urlOf } from './url.ts';
import { SESSION_HEADER } from '@web/bff/platform/contract/session/session-state';
import { reloads } from '#platform/deploys/reloads.ts';
import { knownSession, updateSession } from '#platform/session/known-session.ts';
import { readEvents } from './read-events.ts';
import { sendCall as api } from './send-call.ts';
import { streamReader } from './stream-reader.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
let respond: Respond = (_, response) => response.end();
const server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close().closeAllConnections());

const { fetch } = globalThis;
const { port } = server.address() as AddressInfo;
vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init));
vi.spyOn(reloads, 'checkBuild').mockImplementation((build) => build === 'other');

streamReader.load = async () => readEvents;

const withType =
  (type: string, body: string, status = 200, more = {}): Respond =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type, ...more }).end(body);
const codeOf = (reply: unknown) => (reply as { problem?: { code: string; status: number } }).problem;

test('the content type of a response decides how the body is read', async () => {
  respond = withType('application/json; charset=utf-8', '{"a":1}', 201);
  expect(await api('GET /x')).toEqual({ ok: true, status: 201, body: { a: 1 } });
  respond = (_, response) => void response.writeHead(204).end();
  expect(await api('DELETE /x')).toEqual({ ok: true, status: 204, body: undefined });
  respond = withType('text/csv', 'a,b');
  const { body } = (await api('GET /x')) as unknown as { body: Blob };
  expect(await body.text()).toBe('a,b');
});

test('a call sends params, query, headers, the JSON content type and the CSRF header, and throws if JSON cannot encode the body', async () => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  respond = (request, response) => {
    resolve(request);
    response.end();
  };
  await api('POST /x/:id', {
    params: { id: 'a/b' },
    query: { q: [1, 2], no: undefined },
    headers: { 'if-match': '7' },
    body: {},
  });
  expect(await promise).toMatchObject({
    method: 'POST',
    url: `${API_PATH}/x/a%2Fb?q=1&q=2`,
    headers: { 'content-type': 'application/json', 'x-requested-by': 'web', 'if-match': '7' },
  });
  await expect(api('POST /x', { body: { count: 1n } })).rejects.toThrow(TypeError);
});

test('a call returns the BFF’s problem; a response that does not come from the BFF becomes a problem created in the browser', async () => {
  respond = withType('application/problem+json', '{"code":"not-found","status":404}', 404);
  expect(codeOf(await api('GET /x'))).toEqual({ code: 'not-found', status: 404 });
  for (const [wrong, code] of [
    [withType('text/html', '<p>', 200), 'unexpected-response'],
    [withType('text/html', '<p>', 502), 'unexpected-response'],
    [withType('application/problem+json', 'null', 500), 'unexpected-response'],
    [withType('application/json', '{', 200), 'unexpected-response'],
    [withType('application/json', '{', 200, { 'x-build': 'other' }), 'new-version'],
    [withType('text/html', '<p>', 401), 'signed-out'],
    [withType('text/html', '', 302, { location: '/login' }), 'signed-out'],
    [(request: IncomingMessage) => void request.socket.destroy(), 'network'],
  ] as const) {
    respond = wrong;
    expect(codeOf(await api('GET /x'))?.code).toBe(code);
  }
});

test('a call without a timely response returns `timeout`, and an aborted call returns `cancelled`', async () => {
  respond = () => {};
  expect(codeOf(await api('GET /x', { timeoutMs: 30 }))?.code).toBe('timeout');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = api('GET /x');
  vi.advanceTimersByTime(15_000);
  let slow: unknown;
  void api('GET /slow', {}, { 'GET /slow': 25_000 }).then((reply) => (slow = reply));
  vi.advanceTimersByTime(24_999);
  await late;
  expect(slow).toBeUndefined();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => codeOf(slow)?.code).toBe('timeout');
  expect(codeOf(await late)).toMatchObject({
    code: 'timeout',
    detail: 'No response in time. Please try again.',
  });
  expect(codeOf(await api('GET /x', { signal: AbortSignal.timeout(30) }))?.code).toBe('cancelled');
  expect(codeOf(await api('GET /x', { signal: AbortSignal.abort() }))?.code).toBe('cancelled');
});

test('an event stream outlives the timeout, and ends on `return()` or abort', async () => {
  respond = (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  const leaving = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { body } = (await api('GET /x', { signal: leaving.signal })) as unknown as {
    body: AsyncGenerator<number>;
  };
  vi.advanceTimersByTime(15_000);
  vi.useRealTimers();
  expect(await body.next()).toEqual({ done: false, value: 1 });
  const next = body.next();
  setTimeout(() => leaving.abort(), 100);
  expect((await next).done).toBe(true);
  const again = (await api('GET /x')) as unknown as { body: AsyncGenerator<number> };
  await again.body.next();
  const silent = again.body.next();
  await again.body.return(undefined);
  expect((await silent).done).toBe(true);
});

test('if the code that reads an event stream fails to load, the call returns a problem and closes the connection', async () => {
  vi.spyOn(streamReader, 'load').mockRejectedValueOnce(
    new TypeError('Failed to fetch dynamically imported module'),
  );
  const closed = new Promise((resolve) => {
    respond = (_, response) => {
      response.once('close', () => resolve('closed'));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    };
  });
  expect(codeOf(await api('GET /x'))?.code).toBe('network');
  expect(await closed).toBe('closed');
});

test('urlOf encodes any string, but throws for path parameters that no URL can carry', () => {
  for (const text of ['a b', '%2e', '?#&=+', '😀', 'ä/', '...', '\u0000'])
    expect(decodeURIComponent(urlOf('/:id', { params: { id: text } }))).toBe(`/${text}`);
  expect(urlOf('/:id', { params: { id: '\ud800' }, query: { q: '\udc00' } })).toBe('/%EF%BF%BD?q=%EF%BF%BD');
  for (const id of ['', '.', '..']) expect(() => urlOf('/:id', { params: { id } })).toThrow('id');
});

test('when a stream reconnects, the session header of the response updates the tab’s session', async () => {
  vi.stubEnv('SIGN_IN', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const session = {
    subject: 'ada',
    role: 'anonymous',
    user: {},
    permissions: [],
    remainingSeconds: 60,
    idleSeconds: 60,
  };
  updateSession({ ...session, version: '1' });
  let cut = () => {};
  respond = (request, response) => {
    if (request.headers['last-event-id'] === '1') {
      const renewed = encodeURIComponent(JSON.stringify({ ...session, version: '2' }));
      response.writeHead(401, { [SESSION_HEADER]: renewed }).end();
    } else {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\ndata: 1\n\n');
      cut = () => response.destroy();
    }
  };
  const { body } = (await api('GET /x')) as unknown as { body: AsyncIterable<unknown> };
  const readAll = async () => {
    for await (const event of body) {
      expect(event).toBe(1);
      cut();
    }
  };
  await expect(readAll()).rejects.toMatchObject({ problem: { code: 'signed-out' } });
  expect(knownSession()?.version).toBe('2');
});
