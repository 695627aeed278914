import Fastify, { type FastifyInstance } from 'fastify';

/** The server of the management port, for operators only: `/livez`, `/readyz` (503 while draining), `/metrics` (Prometheus text). */
export async function buildManagement(
  app: FastifyInstance,
  isReady: () => boolean,
): Promise<FastifyInstance> {
  const management = Fastify({ forceCloseConnections: true });
  management.get('/livez', async () => ({ state: 'live' }));
  management.get('/readyz', async ({ headers }, reply) => {
    reply.code(isReady() ? 200 : 503);
    // Prometheus scrapes it, too: what counts is the status.
    if (headers.accept?.includes('text/plain')) return reply.type('text/plain').send('');
    return {
      state: isReady() ? 'ready' : 'draining',
      // For information only: a degraded backend service must not make every replica unready.
      upstreams: app.upstreamStates(),
    };
  });
  management.get('/metrics', async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics()),
  );
  return management;
}
