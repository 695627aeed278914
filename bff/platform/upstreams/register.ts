import { Counter, Gauge, Histogram } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import type { upstreams as productUpstreams } from '#platform/product/upstreams.ts';
import { createUpstreams } from './create-upstreams.ts';
import type { Upstream } from './define-upstream.ts';

export type Open = ReturnType<typeof createUpstreams<typeof productUpstreams>>;

/** Opens the upstreams at their base URLs, decorates each request with their clients, and measures their requests. */
export const registerUpstreams = fp<{ upstreams: Record<string, Upstream>; urls: Record<string, URL> }>(
  async (app, { upstreams, urls }) => {
    const seconds = new Histogram({
      name: 'upstream_request_duration_seconds',
      help: 'Duration of calls to a backend service until its response, with queueing and retries',
      labelNames: ['upstream'],
      // Few, because each is a series for every upstream. The runbook compares them with those of the alert `Slow`.
      buckets: [0.25, 1, 2.5],
      registers: [app.metrics],
    });
    const requests = new Counter({
      name: 'upstream_requests_total',
      help: 'Calls to a backend service',
      labelNames: ['upstream', 'call', 'outcome'],
      registers: [app.metrics],
    });
    const open = createUpstreams<typeof productUpstreams>(upstreams, urls, {
      settings: app.settings,
      log: app.log,
      observe: (labels, elapsed) => {
        requests.inc(labels);
        seconds.observe({ upstream: labels.upstream }, elapsed);
      },
      startSpan: app.startSpan,
    });
    type Load = ReturnType<typeof open.loads>[number];
    const measure = (name: string, help: string, valueOf: (load: Load) => number | undefined) => {
      const gauge: Gauge<'upstream'> = new Gauge({
        name,
        help,
        labelNames: ['upstream'],
        registers: [app.metrics],
        collect() {
          for (const load of open.loads()) {
            const value = valueOf(load);
            if (value !== undefined) gauge.set({ upstream: load.upstream }, value);
          }
        },
      });
    };
    measure(
      'upstream_up',
      '0 while most calls to a backend service fail, otherwise 1; absent before the first call',
      ({ state }) => (state === 'unknown' ? undefined : Number(state === 'up')),
    );
    measure('upstream_requests_in_flight', 'Requests with a connection', ({ inFlight }) => inFlight);
    measure('upstream_queue_length', 'Requests waiting for a connection', ({ waiting }) => waiting);
    measure('upstream_breaker_open', '1 while the circuit breaker is open', ({ isOpen }) => Number(isOpen));
    app.decorate('upstreamStates', open.states);
    app.decorateRequest('upstreams', {
      getter() {
        return open.bind(this);
      },
    });
    app.addHook('onClose', open.close);
  },
  { name: 'upstreams', dependencies: ['metrics', 'services'] },
);
