import { expect, test } from 'vitest';
import { startWithFakeBff } from './start-with-fake-bff.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

async function startLogging() {
  const nginx = await startWithFakeBff(({ url = '' }, response) => {
    const [, ms = 0] = /slow\/(\d+)/.exec(url) ?? [];
    setTimeout(() => response.end('{}'), Number(ms));
  });
  /** Returns the lines of the access log. All others must be lines of the error log, which start with a date. */
  const lines = async () => {
    const all = (await nginx.logs()).split('\n').filter(Boolean);
    for (const line of all) expect(line).toMatch(/^(?:\{|\d{4}\/\d\d\/\d\d )/);
    const ofAccess = all.filter((line) => line.startsWith('{'));
    return ofAccess.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const lineOf = async (id: string, path: string, headers: Record<string, string> = {}) => {
    await nginx.request(path, { 'x-request-id': id, ...headers });
    const find = async () => (await lines()).find(({ request_id }) => request_id === id);
    await expect.poll(find).toBeDefined();
    return find();
  };
  return { ...nginx, lines, lineOf };
}

test('nginx logs the same fields and units as the BFF, and does not log the query', async () => {
  const { lineOf, received } = await startLogging();
  const line = await lineOf('request-line', '/api/slow/60?token=hunter2', {
    'user-agent': 'curl/8',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    traceparent: TRACEPARENT,
  });
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
  expect(received[0]?.headers).toMatchObject({
    host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-request-id': 'request-line',
  });
  expect(Math.abs(Date.parse(String(line?.['time'])) - Date.now())).toBeLessThan(60_000);
});

test('nginx continues a valid trace and keeps its tracestate, and replaces an invalid trace', async () => {
  const { lineOf, received } = await startLogging();
  const sent = async (id: string, headers: Record<string, string>) => {
    const line = await lineOf(id, '/api/trace', headers);
    const { traceparent, tracestate } = received.at(-1)?.headers ?? {};
    expect(line?.['trace_id']).toBe(String(traceparent).split('-')[1]);
    return { traceparent, tracestate };
  };
  const valid = { traceparent: TRACEPARENT, tracestate: 'a=1' };
  expect(await sent('request-valid', valid)).toEqual(valid);
  const noTrace = TRACEPARENT.replace(TRACE, '0'.repeat(32));
  for (const [index, traceparent] of [noTrace, 'x', TRACEPARENT.replace('00-', 'ff-')].entries())
    expect(await sent(`request-invalid-${index}`, { traceparent, tracestate: 'a=1' })).toEqual({
      traceparent: expect.stringMatching(/^00-([\da-f]{16})[\da-f]{16}-\1-01$/),
      tracestate: undefined,
    });
});

test('a request with arbitrary bytes is logged as one line of JSON', async () => {
  const { send, lines } = await startLogging();
  const heads = [
    'GET /web/"\\x HTTP/1.1\r\nHost: "\\\r\nUser-Agent: "\\\t\x07\x1f{',
    'GET /web/\xff\xc3 HTTP/1.1\r\nHost: \xff\r\nUser-Agent: \xff\xfe\xc3',
    '\x16\x03\x01 "{',
  ];
  for (const [index, head] of heads.entries()) {
    await send(`${head}\r\nConnection: close\r\n\r\n`);
    await expect.poll(async () => (await lines()).length, { message: head }).toBe(index + 1);
  }
});
