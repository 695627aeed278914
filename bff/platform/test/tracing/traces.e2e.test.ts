import { existsSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { service } from '#platform/upstreams/test/test-service.ts';
import { startBff } from '#platform/testing/start-bff.ts';
import { testBundle } from '#platform/test/test-bundles.ts';

interface Attributed {
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Span extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code: number };
}

/** Export request to a collector (opentelemetry-proto, trace/v1/trace.proto). */
interface Export {
  readonly resourceSpans: {
    readonly resource: Attributed;
    readonly scopeSpans: { readonly spans: Span[] }[];
  }[];
}

const [SERVER, CLIENT, ERROR] = [2, 3, 2];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;

/** Starts the BFF with one backend service, whose first response is 500. */
async function start(env: Record<string, string>) {
  const received: IncomingHttpHeaders[] = [];
  const things = await service(({ url, headers }, response) => {
    received.push(headers);
    if (received.length === 1 || url?.startsWith('/all/broken')) response.statusCode = 500;
    response.setHeader('content-type', 'application/json').end('{"id":"1"}');
  });
  const bff = await startBff(
    { LOG_LEVEL: 'info', UPSTREAM_THINGS: things.origin, ...env },
    testBundle('tracing'),
  );
  onTestFinished(bff.stop);
  return {
    bff,
    received,
    request: (id: string, headers: Record<string, string> = {}, path = '/things/1?key=hunter2') =>
      fetch(`http://127.0.0.1:${bff.port}/web/api${path}`, { headers: { 'x-request-id': id, ...headers } }),
    /** Resolves with the trace id in the log line of a request. */
    logged: async (id: string) => {
      const find = () =>
        bff
          .output()
          .split('\n')
          .find((line) => line.includes(`"request_id":"${id}"`));
      await expect.poll(find).toBeDefined();
      return (JSON.parse(find() ?? '') as { trace_id: string }).trace_id;
    },
  };
}

/** Starts the BFF with a collector. `spans` stops the BFF, so that it exports all spans, and returns them. */
async function startCollecting() {
  const exports: Export[] = [];
  const collector = await service((request, response) => {
    const isExpected = request.url === '/v1/traces' && request.headers['x-token'] === 'abc';
    if (isExpected) void json(request).then((sent) => exports.push(sent as Export));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin, OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc' };
  const running = await start(env);
  const spans = async () => {
    await running.bff.stop();
    const resources = exports.flatMap(({ resourceSpans }) => resourceSpans);
    return resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  };
  return { ...running, exports, spans };
}

const attributesOf = ({ attributes }: Attributed) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('a trace has a child span per upstream attempt, and each attempt sends its span id to the upstream', async () => {
  const { exports, received, request, logged, spans } = await startCollecting();
  expect((await request('request-1', { traceparent: TRACEPARENT, tracestate: 'a=1' })).status).toBe(200);
  expect(await logged('request-1')).toBe(TRACE);
  const ofTrace = (await spans()).filter(({ traceId }) => traceId === TRACE);
  const server = ofTrace.find(({ kind }) => kind === SERVER)!;
  expect(server).toMatchObject({ name: 'GET /web/api/things/:thingId', parentSpanId: PARENT });
  expect(attributesOf(server)).toMatchObject({
    'http.response.status_code': 200,
    'url.path': '/web/api/things/1',
    request_id: 'request-1',
  });
  const attempts = ofTrace.filter(({ kind }) => kind === CLIENT);
  expect(attempts).toMatchObject([
    { name: 'GET things', parentSpanId: server.spanId, status: { code: ERROR } },
    { name: 'GET things', parentSpanId: server.spanId, status: { code: 0 } },
  ]);
  expect(attempts.map(attributesOf)).toMatchObject([
    { 'http.response.status_code': 500, 'url.template': '/all/:thingId' },
    { 'http.response.status_code': 200, 'url.template': '/all/:thingId' },
  ]);
  expect(ofTrace).toHaveLength(3);
  expect(received).toMatchObject(
    attempts.map(({ spanId }) => ({ traceparent: `00-${TRACE}-${spanId}-01`, tracestate: 'a=1' })),
  );
  expect(JSON.stringify(exports)).not.toContain('hunter2');
  expect(attributesOf(exports[0]!.resourceSpans[0]!.resource)).toMatchObject({
    'service.name': expect.any(String),
    'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

/** Code that exits the process if the chunk `traces.js` is loaded. */
const withoutTraces = `import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => url.endsWith('/traces.js') ? process.exit(1) : next(url, context) });`;

test('without a collector, the BFF logs the trace id and sends it to the upstream, but loads no tracing code', async () => {
  expect(existsSync(join(dirname(testBundle('tracing')), 'traces.js'))).toBe(true);
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(withoutTraces)}`;
  const { received, request, logged } = await start({ NODE_OPTIONS });
  await request('request-off', { traceparent: TRACEPARENT });
  expect(await logged('request-off')).toBe(TRACE);
  expect(received).toMatchObject([{ traceparent: TRACEPARENT }, { traceparent: TRACEPARENT }]);
  await request('request-begun');
  expect(received.at(-1)?.['traceparent']).toContain(`-${await logged('request-begun')}-`);
});

test('while the collector is unavailable, calls succeed, one warning is logged, and the process exits in time', async () => {
  const { bff, request } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const count = () => bff.output().split('failed to deliver traces').length - 1;
  const countAfterRequest = async () => {
    expect((await request('request-away')).status).toBe(200);
    return count();
  };
  await expect.poll(countAfterRequest).toBe(1);
  await request('request-away');
  const from = performance.now();
  await bff.stop();
  expect(performance.now() - from).toBeLessThan(10_000);
  expect(count()).toBe(1);
});
