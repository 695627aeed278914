import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cp, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { root } from '@web/bff/test/processes';
import { startNginx } from './start-nginx.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

/** What a collector receives (opentelemetry-proto, trace/v1/trace.proto). */
interface Export {
  readonly resourceSpans: {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: { readonly spans: Span[] }[];
  }[];
}

const [SERVER, CLIENT, ERROR] = [2, 3, 2];
const main = testBundle('tracing');

async function listen(listener: (...exchange: Parameters<RequestListener>) => void): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** nginx before a BFF with one backend service, whose first response is 500; and a collector of traces, unless it is away or not set. */
async function start(collector?: 'away' | 'none', bundle = main) {
  const [exports, received]: [Export[], Record<string, unknown>[]] = [[], []];
  const url = await listen((request, response) => {
    const isExpected = request.url === '/v1/traces' && request.headers['x-token'] === 'abc';
    if (isExpected) void json(request).then((sent) => exports.push(sent as Export));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const service = await listen(({ url, headers }, response) => {
    received.push(headers);
    if (received.length === 1 || url?.startsWith('/all/broken')) response.statusCode = 500;
    response.setHeader('content-type', 'application/json').end('{"id":"1"}');
  });
  const endpoint = { away: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, none: {} };
  const bff = await startBff(
    {
      LOG_LEVEL: 'info',
      UPSTREAM_THINGS: service,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc',
      ...(collector ? endpoint[collector] : { OTEL_EXPORTER_OTLP_ENDPOINT: url }),
    },
    bundle,
  );
  onTestFinished(bff.stop);
  const nginx = await startNginx({ bffPort: bff.port });
  onTestFinished(nginx.stop);
  const spans = () =>
    exports.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  const lineOf = async (log: () => string | Promise<string>, id: string) => {
    const find = async () => (await log()).split('\n').find((line) => line.includes(`"request_id":"${id}"`));
    await expect.poll(find).toBeDefined();
    return JSON.parse((await find()) ?? '') as Record<string, unknown>;
  };
  return {
    ...{ bff, exports, received, spans },
    request: (id: string, headers: Record<string, string> = {}, path = '/api/things/1?key=hunter2') =>
      fetch(`http://127.0.0.1:${nginx.port}/web${path}`, { headers: { 'x-request-id': id, ...headers } }),
    /** The lines of both servers. */
    logged: async (id: string) => [await lineOf(nginx.logs, id), await lineOf(bff.output, id)] as const,
  };
}

const attribute = ({ attributes }: Pick<Span, 'attributes'>, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('one trace id is in both logs, in the span of the BFF, in those of its calls beneath it, and at the backend service', async () => {
  const { bff, exports, received, request, logged, spans } = await start();
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect((await request('request-1', { traceparent, tracestate: 'a=1' })).status).toBe(200);
  for (const line of await logged('request-1')) expect(line).toMatchObject({ trace_id: TRACE });
  // The rest is sent when the process ends.
  await bff.stop();
  const ofTrace = spans().filter(({ traceId }) => traceId === TRACE);
  const server = ofTrace.find(({ kind }) => kind === SERVER);
  expect(server).toMatchObject({ name: 'GET /web/api/things/:thingId', parentSpanId: PARENT });
  const described = server as Span;
  expect(attribute(described, 'http.response.status_code')).toBe(200);
  expect(attribute(described, 'url.path')).toBe('/web/api/things/1');
  expect(attribute(described, 'request_id')).toBe('request-1');
  const attempts = ofTrace.filter(({ kind }) => kind === CLIENT);
  expect(attempts).toMatchObject([
    { name: 'GET things', parentSpanId: described.spanId, status: { code: ERROR } },
    { name: 'GET things', parentSpanId: described.spanId, status: { code: 0 } },
  ]);
  expect(attempts.map((span) => attribute(span, 'http.response.status_code'))).toEqual([500, 200]);
  expect(attempts.map((span) => attribute(span, 'url.template'))).toEqual(['/all/:thingId', '/all/:thingId']);
  expect(received).toMatchObject(
    attempts.map(({ spanId }) => ({ traceparent: `00-${TRACE}-${spanId}-01`, tracestate: 'a=1' })),
  );
  expect(ofTrace).toHaveLength(3);
  expect(JSON.stringify(exports)).not.toContain('hunter2');
  const [{ resource } = { resource: { attributes: [] } }] = exports[0]?.resourceSpans ?? [];
  expect(attribute(resource, 'service.name')).toEqual(expect.any(String));
  expect(attribute(resource, 'service.version')).toMatch(/^\d+\.\d+\.\d+/);
});

test('a trace that nginx has begun has the span of the BFF as its root, and an unsampled trace has none', async () => {
  const { request, logged, spans, received } = await start();
  await request('request-begun');
  const unsampled = `00-${TRACE}-${PARENT}-00`;
  await request('request-unsampled', { traceparent: unsampled });
  const [line] = await logged('request-begun');
  const root = () => spans().find(({ kind, traceId }) => kind === SERVER && traceId === line['trace_id']);
  await expect.poll(root).toBeDefined();
  expect(root()?.parentSpanId ?? '').toBe('');
  expect(spans().filter(({ traceId }) => traceId === TRACE)).toEqual([]);
  expect(received.at(-1)?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
});

test('a response of 500 and more is an error of its span, one of 404 is not', async () => {
  const { bff, request, spans } = await start();
  expect((await request('request-404', {}, '/api/nope')).status).toBe(404);
  expect((await request('request-502', {}, '/api/things/broken')).status).toBe(502);
  await bff.stop();
  const described = ['request-404', 'request-502'].map((id) => {
    const span = spans().find((other) => attribute(other, 'request_id') === id) as Span;
    return [attribute(span, 'http.response.status_code'), span.status.code, attribute(span, 'error.type')];
  });
  expect(described).toEqual([
    [404, 0, undefined],
    [502, ERROR, '502'],
  ]);
});

test('without a collector nothing of it is loaded; both logs and the backend service have the id of the trace all the same', async () => {
  const copy = `${dirname(main)}-without-traces`;
  await cp(dirname(main), copy, { recursive: true });
  await rm(join(copy, 'traces.js'));
  const { received, request, logged } = await start('none', join(copy, 'main.js'));
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  await request('request-off', { traceparent });
  for (const line of await logged('request-off')) expect(line).toMatchObject({ trace_id: TRACE });
  expect(received).toMatchObject([{ traceparent }, { traceparent }]);
  await request('request-begun');
  const [one, other] = await logged('request-begun');
  expect(one['trace_id']).toMatch(/^[\da-f]{32}$/);
  expect(other['trace_id']).toBe(one['trace_id']);
  expect(received.at(-1)?.['traceparent']).toContain(one['trace_id']);
});

test('the lines of both servers have the fields of the README', async () => {
  const readme = await readFile(join(root, 'nginx/README.md'), 'utf8');
  const table = /^\| `time`[^]*?\n\n/m.exec(readme)?.[0].trim().split('\n') ?? [];
  const rows = table.map((row) => row.split('|').map((cell) => cell.trim()));
  const documented = (column: number) =>
    rows
      .filter((cells) => cells[column] === '✓')
      .flatMap(([, names = '']) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const { request, logged } = await start('none');
  await request('request-fields');
  for (const [index, line] of (await logged('request-fields')).entries())
    expect(new Set(Object.keys(line))).toEqual(new Set(documented(index + 2)));
});

test('while the collector is away calls are answered, the log says so once, and the process ends in time', async () => {
  const { bff, request } = await start('away');
  const count = () => bff.output().split('traces are not delivered').length - 1;
  await expect
    .poll(async () => {
      expect((await request('request-away')).status).toBe(200);
      return count();
    })
    .toBe(1);
  await request('request-away');
  const from = performance.now();
  await bff.stop();
  expect(performance.now() - from).toBeLessThan(10_000);
  expect(count()).toBe(1);
});
