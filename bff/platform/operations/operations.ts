import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { hostname, totalmem } from 'node:os';
import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import manifest from '#package.json' with { type: 'json' };
import { build } from '#platform/http/build-id.ts';
import { isStream } from '#platform/http/bodies.ts';
import { elapsedMs } from '#platform/http/overload/schedule.ts';
import { droppedLines } from './log-output.ts';

/** Measures requests and the process, for the management port. */
const metrics = fp(
  async (app) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    new Gauge({
      name: 'build_info',
      help: 'Always 1, with the version and the build id of the application',
      labelNames: ['version', 'build'],
      registers: [registry],
    }).set({ version: manifest.version, build: build ?? '' }, 1);
    new Gauge({
      name: 'bff_start_time_seconds',
      help: 'Start of the process; `host` names its container, which a restart keeps and a deploy replaces',
      labelNames: ['host'],
      registers: [registry],
    }).set({ host: hostname() }, Math.round(performance.timeOrigin) / 1_000);
    const memoryBytes = process.constrainedMemory();
    if (memoryBytes > 0 && memoryBytes < totalmem())
      new Gauge({
        name: 'process_memory_limit_bytes',
        help: 'Memory limit of the container',
        registers: [registry],
      }).set(memoryBytes);
    const dropped: Counter = new Counter({
      name: 'log_lines_dropped_total',
      help: 'Log lines dropped because standard output failed: a full disk, or no reader',
      registers: [registry],
      collect() {
        dropped.reset();
        dropped.inc(droppedLines());
      },
    });
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the last byte of its response, or to the first of a stream',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    app.decorate('metrics', registry);
    const untilStream = new WeakMap<FastifyReply, number>();
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (isStream(payload)) untilStream.set(reply, elapsedMs(reply));
      done(null, payload);
    });
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      const route = routeOptions.url ?? 'none';
      const ms = untilStream.get(reply) ?? elapsedMs(reply);
      seconds.observe({ method, route, status: String(reply.statusCode) }, ms / 1000);
      done();
    });
    app.addHook('onClose', async () => registry.clear());
  },
  { name: 'metrics' },
);

export const operations = fp<{ collector: URL | undefined }>(
  async (app, { collector }) => {
    if (collector) {
      const { traces } = await import('#platform/tracing/traces.ts');
      await app.register(traces, { endpoint: collector });
    } else app.decorate('startSpan', undefined);
    await app.register(metrics);
  },
  { name: 'operations' },
);
