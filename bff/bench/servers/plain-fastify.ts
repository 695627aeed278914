import { Histogram, Registry } from '@prometheus-io/client';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { port, schema, upstream } from './thing.ts';
import { logging } from '#platform/operations/logging.ts';

// (b) Fastify and undici as one would write it by hand, with validation, the same log and the same metrics.
const pool = new Pool(upstream, { connections: 32 });
const app = Fastify({ ...logging('info') });
const seconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'x',
  labelNames: ['method', 'route', 'status'],
  registers: [new Registry()],
});
app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
  seconds.observe(
    { method, route: routeOptions.url ?? '', status: String(reply.statusCode) },
    reply.elapsedTime / 1000,
  );
});
app.get<{ Params: { id: number } }>('/web/api/things/:id', { schema }, async ({ params }) => {
  const { body } = await pool.request({ method: 'GET', path: `/things/${params.id}` });
  return body.json();
});
await app.listen({ port, host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit());
