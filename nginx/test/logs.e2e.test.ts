import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNginx } from './start-nginx.ts';

let nginx: Awaited<ReturnType<typeof startNginx>>;
const received: Record<string, string | string[] | undefined>[] = [];
const bff = createServer(({ url, headers }, response) => {
  received.push(headers);
  const [, ms] = /slow\/(\d+)/.exec(url ?? '') ?? [];
  setTimeout(() => response.end('{}'), Number(ms ?? 0));
});

beforeAll(async () => {
  bff.listen(0, '127.0.0.1');
  await once(bff, 'listening');
  nginx = await startNginx({ bffPort: (bff.address() as AddressInfo).port });
});

afterAll(async () => {
  await nginx.stop();
  bff.closeAllConnections();
  bff.close();
});

/** Sends bytes as they are. */
async function send(request: string): Promise<string> {
  const socket = connect(nginx.port, '127.0.0.1');
  socket.end(Buffer.from(request, 'latin1'));
  return text(socket);
}

/** The lines of the access log, which begin with `{`; those of the error log begin with their date. */
async function lines(): Promise<Record<string, unknown>[]> {
  const all = (await nginx.logs()).split('\n').filter(Boolean);
  for (const line of all) expect(line).toMatch(/^(?:\{|\d{4}\/\d\d\/\d\d )/);
  return all
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function lineOf(id: string): Promise<Record<string, unknown> | undefined> {
  const find = async () => (await lines()).find(({ request_id }) => request_id === id);
  await expect.poll(find).toBeDefined();
  return find();
}

const request = (path: string, id: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${nginx.port}/web${path}`, { headers: { 'x-request-id': id, ...headers } });

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

test('a line has the same names and units as the BFF, with milliseconds, and without the query', async () => {
  const headers = { 'user-agent': 'curl/8', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  await request('/api/slow/60?token=hunter2', 'request-line', { ...headers, traceparent: TRACEPARENT });
  const line = await lineOf('request-line');
  expect(line).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}(?:Z|[+-]\d\d:\d\d)$/),
    level: 'info',
    request_id: 'request-line',
    trace_id: TRACE,
    'http.request.method': 'GET',
    'url.path': '/web/api/slow/60',
    'http.response.status_code': 200,
    'http.response.size': expect.any(Number),
    duration_ms: expect.any(Number),
    'client.address': '203.0.113.9',
    'url.scheme': 'https',
    'server.address': '127.0.0.1',
    'user_agent.original': 'curl/8',
    'upstream.address': expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    'upstream.duration_ms': expect.any(Number),
    msg: 'request',
  });
  for (const name of ['duration_ms', 'upstream.duration_ms']) {
    expect(line?.[name]).toBeGreaterThanOrEqual(50);
    expect(line?.[name]).toBeLessThan(1_000);
  }
  expect(Math.abs(Date.parse(String(line?.['time'])) - Date.now())).toBeLessThan(60_000);
});

test('durations of more than a second are milliseconds, too; without an upstream there is none', async () => {
  await request('/api/slow/1050', 'request-slow');
  const slow = await lineOf('request-slow');
  expect(slow?.['duration_ms']).toBeGreaterThanOrEqual(1_049);
  expect(slow?.['upstream.duration_ms']).toBeGreaterThanOrEqual(1_040);
  await request('/nope', 'request-without-upstream');
  expect(await lineOf('request-without-upstream')).toMatchObject({
    'upstream.address': '',
    'upstream.duration_ms': null,
    duration_ms: expect.any(Number),
  });
});

test('a valid trace is continued with its state, and another one begins instead of an invalid one', async () => {
  const sent = async (id: string, headers: Record<string, string>) => {
    await request('/api/trace', id, headers);
    const { traceparent, tracestate } = received.find((fields) => fields['x-request-id'] === id) ?? {};
    expect((await lineOf(id))?.['trace_id']).toBe(String(traceparent).split('-')[1]);
    return { traceparent, tracestate };
  };
  expect(await sent('request-valid', { traceparent: TRACEPARENT, tracestate: 'a=1' })).toEqual({
    traceparent: TRACEPARENT,
    tracestate: 'a=1',
  });
  const invalid = [
    '',
    'x',
    `${TRACEPARENT}-`,
    TRACEPARENT.toUpperCase(),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-00f067aa0ba902b7-01`,
  ];
  for (const [index, traceparent] of invalid.entries()) {
    const begun = await sent(`request-invalid-${index}`, { traceparent, tracestate: 'a=1' });
    expect(begun).toEqual({
      traceparent: expect.stringMatching(/^00-([\da-f]{16})[\da-f]{16}-\1-01$/),
      tracestate: undefined,
    });
    expect(begun.traceparent).not.toContain(TRACE);
  }
});

test.each([
  ['quotes and control characters', 'GET /web/"\\x HTTP/1.1\r\nHost: "\\\r\nUser-Agent: "\\\t\x07\x1f{'],
  ['bytes that are no UTF-8', 'GET /web/\xff\xc3 HTTP/1.1\r\nHost: \xff\r\nUser-Agent: \xff\xfe\xc3'],
  ['no header fields', 'GET /web/ HTTP/1.0'],
  ['no request line', '\x16\x03\x01 "{'],
  ['a method that nobody knows', '"X" /web/ HTTP/1.1\r\nHost: x'],
  ['header fields that are too long', `GET /web/ HTTP/1.1\r\nHost: x\r\nX: ${'"'.repeat(40_000)}`],
])('a request with %s has a line of JSON', async (_what, head) => {
  const before = (await lines()).length;
  await send(`${head}\r\nConnection: close\r\n\r\n`);
  await expect.poll(async () => (await lines()).length).toBe(before + 1);
});
