import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger } from 'fastify';
import manifest from '#package.json' with { type: 'json' };
import type { StartSpan } from '#platform/contract/span.ts';
import { product } from '#platform/contract/product/product.ts';

/** Maximum time to export a batch with its retries, also at shutdown. */
const EXPORT_MS = 3_000;
const WARNING_EVERY_MS = 60_000;

/**
 * Returns `startSpan`, and sends its spans to a collector as JSON over HTTP (OTLP). `endpoint` does not include `/v1/traces`. If the collector does
 * not respond, logs one warning per minute, queues at most 2,048 spans, and drops further spans.
 */
export function openTracer(endpoint: URL, log: Pick<FastifyBaseLogger, 'warn'>) {
  const url = `${endpoint.href.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS });
  let warnedAt = -Infinity;
  const warning: Pick<OTLPTraceExporter, 'export' | 'shutdown'> = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - warnedAt >= WARNING_EVERY_MS) {
          warnedAt = performance.now();
          log.warn({ err: result.error }, 'failed to deliver traces');
        }
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
    // When nginx or `traceparentOf` starts a trace, it uses the first half of the trace id as parent id. No span has that id, so the trace's first
    // span gets no parent.
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
