import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import fp from 'fastify-plugin';

/** Measures requests in seconds by method, route and status, and the process. Served at the management port. */
export const metrics = fp(
  async (app) => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the first byte of a request to the last byte of its response',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    app.decorate('metrics', registry);
    app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
      const route = routeOptions.url ?? 'none';
      seconds.observe({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      done();
    });
    app.addHook('onClose', async () => registry.clear());
  },
  { name: 'metrics' },
);
