import { Gauge, Histogram } from '@prometheus-io/client';
import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import type { upstreams as productUpstreams } from './all.ts';
import { createUpstreams } from './kit/create-upstreams.ts';
import type { Upstream } from './kit/define-upstream.ts';

export type Open = ReturnType<typeof createUpstreams<typeof productUpstreams>>;

const first = (field: string | string[] | undefined) => (Array.isArray(field) ? field[0] : field);

/** Opens the upstreams at their base URLs, gives every request its clients, and measures them. */
export const registerUpstreams = fp<{ upstreams: Record<string, Upstream>; urls: Record<string, URL> }>(
  async (app, { upstreams, urls }) => {
    const seconds = new Histogram({
      name: 'upstream_request_duration_seconds',
      help: 'From calling a backend service to its response, with waiting and retries',
      labelNames: ['upstream', 'call', 'outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [app.metrics],
    });
    const open = createUpstreams<typeof productUpstreams>(upstreams, urls, {
      settings: app.settings,
      log: app.log,
      observe: (labels, elapsed) => seconds.observe(labels, elapsed),
      startSpan: app.startSpan,
    });
    const up: Gauge<'upstream'> = new Gauge({
      name: 'upstream_up',
      help: '1 while a backend service answers, 0 while it is degraded; absent before its first request',
      labelNames: ['upstream'],
      registers: [app.metrics],
      collect() {
        for (const { name: upstream, state } of open.states())
          if (state !== 'unknown') up.set({ upstream }, state === 'up' ? 1 : 0);
      },
    });
    type Load = ReturnType<typeof open.loads>[number];
    const measure = (name: string, help: string, valueOf: (load: Load) => number) => {
      const gauge: Gauge<'upstream'> = new Gauge({
        name,
        help,
        labelNames: ['upstream'],
        registers: [app.metrics],
        collect() {
          for (const load of open.loads()) gauge.set({ upstream: load.upstream }, valueOf(load));
        },
      });
    };
    measure('upstream_requests_under_way', 'Requests that have a connection', ({ underWay }) => underWay);
    measure('upstream_queue_length', 'Requests that wait for a connection', ({ waiting }) => waiting);
    measure('upstream_breaker_open', '1 while the circuit breaker refuses requests', ({ isOpen }) =>
      Number(isOpen),
    );
    app.decorate('upstreamStates', open.states);
    app.decorateRequest('upstreams', {
      getter() {
        const { deadline, id, headers, session, log, server } = this;
        return open.bind({
          signal: deadline.signal,
          isClientLate: () => deadline.isClientLate(),
          client: () => this.client,
          requestId: id,
          session,
          token: async () => server.signIn?.accessToken(this),
          refused: async (token) => {
            if (!server.signIn) throw platformError('not-signed-in');
            return server.signIn.refused(this, token);
          },
          traceparent: first(headers['traceparent']),
          tracestate: first(headers['tracestate']),
          log,
        });
      },
    });
    app.addHook('onClose', open.close);
  },
  { name: 'upstreams', dependencies: ['metrics', 'services'] },
);
