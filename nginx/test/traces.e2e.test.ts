import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { startBff, testBundle } from '@web/bff/test/start-bff';
import { startNginx } from './start-nginx.ts';
import type { Respond } from './start-before.ts';

interface Attributed {
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
}

interface Span extends Attributed {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
}

/** What a collector receives (opentelemetry-proto, trace/v1/trace.proto). */
interface Export {
  readonly resourceSpans: {
    readonly resource: Attributed;
    readonly scopeSpans: { readonly spans: Span[] }[];
  }[];
}

const [SERVER, CLIENT, ERROR] = [2, 3, 2];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

async function listen(respond: Respond): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** nginx before a BFF with these settings, with one backend service, whose first response is 500. */
async function start(env: Record<string, string>) {
  const received: Record<string, unknown>[] = [];
  const service = await listen(({ url, headers }, response) => {
    received.push(headers);
    if (received.length === 1 || url?.startsWith('/all/broken')) response.statusCode = 500;
    response.end('{"id":"1"}');
  });
  const bff = await startBff({ LOG_LEVEL: 'info', UPSTREAM_THINGS: service, ...env }, testBundle('tracing'));
  onTestFinished(bff.stop);
  const nginx = await startNginx({ bffPort: bff.port });
  onTestFinished(nginx.stop);
  const traceIn = async (log: () => string | Promise<string>, id: string) => {
    const find = async () => (await log()).split('\n').find((line) => line.includes(`"request_id":"${id}"`));
    await expect.poll(find).toBeDefined();
    return (JSON.parse((await find()) ?? '') as { trace_id: string }).trace_id;
  };
  return {
    bff,
    received,
    request: (id: string, headers: Record<string, string> = {}, path = '/api/things/1?key=hunter2') =>
      fetch(`http://127.0.0.1:${nginx.port}/web${path}`, { headers: { 'x-request-id': id, ...headers } }),
    /** The trace ids of a request in the logs of both servers. */
    logged: async (id: string) => [await traceIn(nginx.logs, id), await traceIn(bff.output, id)],
  };
}

/** The same with a collector; `spans` ends the BFF, which sends the rest then. */
async function startCollecting() {
  const exports: Export[] = [];
  const collector = await listen((request, response) => {
    const isExpected = request.url === '/v1/traces' && request.headers['x-token'] === 'abc';
    if (isExpected) void json(request).then((sent) => exports.push(sent as Export));
    response.end('{}');
  });
  const servers = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-token=abc',
  });
  const spans = async () => {
    await servers.bff.stop();
    const resources = exports.flatMap(({ resourceSpans }) => resourceSpans);
    return resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  };
  return { ...servers, exports, spans };
}

const attribute = ({ attributes }: Attributed, name: string) =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

test('one trace id is in both logs, in the span of the BFF, in those of its calls beneath it, and at the backend service', async () => {
  const { exports, received, request, logged, spans } = await startCollecting();
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  expect((await request('request-1', { traceparent, tracestate: 'a=1' })).status).toBe(200);
  expect(await logged('request-1')).toEqual([TRACE, TRACE]);
  const ofTrace = (await spans()).filter(({ traceId }) => traceId === TRACE);
  expect(ofTrace).toHaveLength(3);
  const server = ofTrace.find(({ kind }) => kind === SERVER) as Span;
  expect(server).toMatchObject({ name: 'GET /web/api/things/:thingId', parentSpanId: PARENT });
  expect(attribute(server, 'http.response.status_code')).toBe(200);
  expect(attribute(server, 'url.path')).toBe('/web/api/things/1');
  expect(attribute(server, 'request_id')).toBe('request-1');
  const attempts = ofTrace.filter(({ kind }) => kind === CLIENT);
  expect(attempts).toMatchObject([
    { name: 'GET things', parentSpanId: server.spanId, status: { code: ERROR } },
    { name: 'GET things', parentSpanId: server.spanId, status: { code: 0 } },
  ]);
  for (const [index, status] of [500, 200].entries()) {
    const attempt = attempts[index] as Span;
    expect(attribute(attempt, 'http.response.status_code')).toBe(status);
    expect(attribute(attempt, 'url.template')).toBe('/all/:thingId');
    const passed = { traceparent: `00-${TRACE}-${attempt.spanId}-01`, tracestate: 'a=1' };
    expect(received[index]).toMatchObject(passed);
  }
  expect(JSON.stringify(exports)).not.toContain('hunter2');
  const [{ resource } = { resource: { attributes: [] } }] = exports[0]?.resourceSpans ?? [];
  expect(attribute(resource, 'service.name')).toEqual(expect.any(String));
  expect(attribute(resource, 'service.version')).toMatch(/^\d+\.\d+\.\d+/);
});

test('a trace that nginx begins has the span of the BFF as its root, an unsampled one has none; a response of 500 and more is an error, one of 404 is not', async () => {
  const { request, logged, spans, received } = await startCollecting();
  await request('request-200');
  await request('request-unsampled', { traceparent: `00-${TRACE}-${PARENT}-00` });
  expect(received.at(-1)?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[\\da-f]{16}-00$`));
  await request('request-404', {}, '/api/nope');
  await request('request-502', {}, '/api/things/broken');
  const [begun] = await logged('request-200');
  const servers = (await spans()).filter(({ kind }) => kind === SERVER);
  expect(servers.map(({ parentSpanId = '' }) => parentSpanId).join('')).toBe('');
  expect(servers.find(({ traceId }) => traceId === begun)).toBeDefined();
  const described = servers.map((span) => [
    attribute(span, 'request_id'),
    span.status.code,
    attribute(span, 'error.type'),
  ]);
  expect(described.filter(([id]) => id !== undefined && id !== '')).toEqual(
    expect.arrayContaining([
      ['request-404', 0, undefined],
      ['request-502', ERROR, '502'],
    ]),
  );
  expect(described.map(([id]) => id)).not.toContain('request-unsampled');
});

/** Ends the process that loads the chunk of traces. */
const withoutTraces = `import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => url.endsWith('/traces.js') ? process.exit(1) : next(url, context) });`;

test('without a collector nothing of it is loaded; both logs and the backend service have the id of the trace all the same', async () => {
  expect(existsSync(join(dirname(testBundle('tracing')), 'traces.js'))).toBe(true);
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(withoutTraces)}`;
  const { received, request, logged } = await start({ NODE_OPTIONS });
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  await request('request-off', { traceparent });
  expect(await logged('request-off')).toEqual([TRACE, TRACE]);
  expect(received).toMatchObject([{ traceparent }, { traceparent }]);
  await request('request-begun');
  const [ofNginx, ofBff] = await logged('request-begun');
  expect([ofNginx, received.at(-1)?.['traceparent']]).toEqual([ofBff, expect.stringContaining(`-${ofBff}-`)]);
});

test('while the collector is away calls are answered, the log says so once, and the process ends in time', async () => {
  const { bff, request } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
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
