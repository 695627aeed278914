import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import manifest from '#package.json' with { type: 'json' };
import type { StartSpan } from '#contract/kit/span.ts';
import { product } from '#contract/product.ts';

/** For one batch with its retries, also at the end of the process. */
const EXPORT_MS = 3_000;
const WARNING_EVERY_MS = 60_000;

/**
 * Sends spans to a collector (OTLP over HTTP, as JSON; `endpoint` without `/v1/traces`). Of a collector that does not answer, the log has a
 * line a minute; at most 2,048 spans wait for it, and others are dropped.
 */
export function openTracer(endpoint: URL, log: Pick<FastifyBaseLogger, 'warn'>) {
  const url = `${endpoint.href.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  const warn = atMostEvery(WARNING_EVERY_MS, (err?: Error) => log.warn({ err }, 'traces are not delivered'));
  const warning: Pick<OTLPTraceExporter, 'export' | 'shutdown'> = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) warn(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
  const ids = new RandomIdGenerator();
  let begunTraceId = '';
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': product.name, 'service.version': manifest.version }),
    spanProcessors: [new BatchSpanProcessor({ exporter: warning })],
    idGenerator: { generateSpanId: () => ids.generateSpanId(), generateTraceId: () => begunTraceId },
  });
  const tracer = provider.getTracer('bff');

  const startSpan: StartSpan = (name, kind, parent, attributes) => {
    const [, traceId = '', spanId = '', flags = ''] = parent.split('-');
    const options = { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT, attributes };
    begunTraceId = traceId;
    // There is no span with the id by which nginx or `traceparentOf` begins a trace: the first span has no parent.
    const context = traceId.startsWith(spanId)
      ? ROOT_CONTEXT
      : trace.setSpanContext(ROOT_CONTEXT, {
          traceId,
          spanId,
          traceFlags: Number.parseInt(flags, 16) & 1,
          isRemote: kind === 'server',
        });
    const span = tracer.startSpan(name, options, context);
    const begun = span.spanContext();
    return {
      traceparent: `00-${begun.traceId}-${begun.spanId}-0${begun.traceFlags}`,
      end(more, failure) {
        span.setAttributes({ ...more, 'error.type': failure });
        if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return { startSpan, close: () => provider.shutdown().catch(() => {}) };
}

/** Calls `work` at once, and then nothing until the time has passed. */
function atMostEvery<T>(ms: number, work: (value: T) => void) {
  let lastAt = -Infinity;
  return (value: T) => {
    if (performance.now() - lastAt < ms) return;
    lastAt = performance.now();
    work(value);
  };
}
