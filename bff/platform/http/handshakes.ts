import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AppError, platformError } from '#platform/contract/app-error.ts';

function errorOf({ headers: { origin }, host, routeOptions }: FastifyRequest): AppError | undefined {
  // nginx does not buffer responses to handshakes. If an ordinary route responded to one, a slow client could occupy the BFF.
  if (!routeOptions.config.isWebSocket)
    return platformError('bad-request', { detail: 'There is no WebSocket at this address.' });
  // Browsers send an Origin (RFC 6455, section 4.1), but not the CSRF header, and not always `Sec-Fetch-Site`.
  if (origin === undefined || URL.parse(origin)?.host === host) return undefined;
  const detail = `Origin is ${origin}; the host ${host} is expected.`;
  return platformError('cross-site-request', { detail });
}

/**
 * Rejects WebSocket handshakes that are cross-site, or whose route is not a WebSocket of a product's plugin. A WebSocket ends with its session, and
 * when the server shuts down.
 */
export const handshakes = fp(async function handshakes(app) {
  app.addHook('onRoute', (route) => {
    if ('websocket' in route && route.websocket) route.config = { ...route.config, isWebSocket: true };
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') return done();
    // After a rejected handshake, Node.js neither closes the connection nor reads further requests from it.
    reply.header('connection', 'close');
    reply.raw.once('finish', () => reply.raw.socket?.end());
    const error = errorOf(request);
    if (!error) app.eventStreams.add(reply);
    done(error);
  });
});
