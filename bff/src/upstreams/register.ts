import { Gauge, Histogram } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { upstreams } from './all.ts';
import { createUpstreams } from './kit/create-upstreams.ts';
import type { Upstream } from './kit/define-upstream.ts';

type Open = ReturnType<typeof createUpstreams<typeof upstreams>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** The client of every backend service, for this request: its deadline, its id. */
    upstreams: ReturnType<Open['bind']>;
  }
  interface FastifyInstance {
    /** How each backend service is, without its address. */
    upstreamStates: Open['states'];
  }
}

interface Options {
  readonly defined: Readonly<Record<string, Upstream>>;
  readonly addresses: Readonly<Record<string, URL>>;
}

/** Opens the upstreams, gives every request its clients, and measures them. */
export const registerUpstreams = fp<Options>(
  async (app, { defined, addresses }) => {
    const seconds = new Histogram({
      name: 'upstream_request_duration_seconds',
      help: 'From asking a backend service to its answer, with waiting and retries',
      labelNames: ['upstream', 'call', 'outcome'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [app.metrics],
    });
    const opened = createUpstreams(defined, addresses, {
      log: app.log,
      observe: ({ seconds: took, ...labels }) => seconds.observe(labels, took),
    });
    // Typed as the application's own, whatever a test has put in their place.
    const open: Open = Object.assign(opened);
    measureStates(app, open.states);
    app.decorate('upstreamStates', open.states);
    app.decorateRequest('upstreams', {
      getter() {
        const { deadline, id, headers, log } = this;
        const { traceparent, tracestate } = headers;
        return open.bind({
          signal: deadline.signal,
          requestId: id,
          traceparent: one(traceparent),
          tracestate: one(tracestate),
          log,
        });
      },
    });
    app.addHook('onClose', open.close);
  },
  { name: 'upstreams', dependencies: ['metrics'] },
);

function measureStates(app: FastifyInstance, states: Open['states']): void {
  const gauge: Gauge<'upstream'> = new Gauge({
    name: 'upstream_up',
    help: '1 while a backend service answers, 0 while it is degraded; none while it was not asked',
    labelNames: ['upstream'],
    registers: [app.metrics],
    collect() {
      for (const { name, state } of states())
        if (state !== 'unknown') gauge.set({ upstream: name }, state === 'up' ? 1 : 0);
    },
  });
}

const one = (field: string | string[] | undefined) => (Array.isArray(field) ? field[0] : field);
