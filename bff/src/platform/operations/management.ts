import Fastify, { type FastifyInstance } from 'fastify';

/**
 * A port of its own, for the operator only: `/livez` (the process runs), `/readyz` (it wants requests; 503 while it
 * drains), `/metrics` (Prometheus text).
 */
export async function buildManagement(
  app: FastifyInstance,
  isReady: () => boolean,
): Promise<FastifyInstance> {
  const management = Fastify({ forceCloseConnections: true });
  management.get('/livez', async () => ({ state: 'live' }));
  management.get('/readyz', async (_request, reply) =>
    reply.code(isReady() ? 200 : 503).send({
      state: isReady() ? 'ready' : 'draining',
      // Told, not judged: taking every replica out would not make a backend service well.
      upstreams: app.upstreamStates(),
    }),
  );
  management.get('/metrics', async (_request, reply) =>
    reply.type(app.metrics.contentType).send(await app.metrics.metrics()),
  );
  return management;
}
