import fp from 'fastify-plugin';
import { metrics } from './metrics.ts';

/** Adds metrics and, with a collector, traces. */
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
