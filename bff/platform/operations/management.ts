import Fastify, { type FastifyInstance } from 'fastify';

/** Builds the server of the management port: `/livez`, `/readyz` (503 while draining) and `/metrics` (Prometheus text). */
export async function buildManagement(
  app: FastifyInstance,
  isReady: () => boolean,
): Promise<FastifyInstance> {
  const management = Fastify({ forceCloseConnections: true });
  management.get('/livez', async () => ({ state: 'live' }));
  management.get('/readyz', async ({ headers }, reply) => {
    reply.code(isReady() ? 200 : 503);
    // Prometheus cannot parse JSON, and needs only the status.
    if (headers.accept?.includes('text/plain')) return reply.type('text/plain').send('');
    return {
      state: isReady() ? 'ready' : 'draining',
      // Does not affect the status, because a degraded backend service must not make every replica unready.
      upstreams: app.upstreamStates(),
    };
  });
  management.get('/metrics', async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics()),
  );
  return management;
}
