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
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests',
      labelNames: ['method', 'route', 'status'],
      registers: [registry],
    });
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the arrival of a request to the last byte of its response, or to the first of a stream',
      labelNames: ['route'],
      // On both sides of the limit of the alert `Slow`. Few, because each is a series for every route.
      buckets: [0.25, 1, 2.5],
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
      requests.inc({ method, route, status: String(reply.statusCode) });
      seconds.observe({ route }, ms / 1000);
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
