import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { platformError } from '#platform/contract/app-error.ts';
import { limits } from '#platform/contract/limits.ts';
import { isBodyArriving, isStream } from '#platform/http/bodies.ts';
import { clientNetwork, type IsTrusted } from '#platform/http/client-address.ts';

/**
 * Creates a counter of open connections or streams per network, except those of trusted proxies. Call the counter when a connection or stream opens.
 * It returns a function to call at the close, or undefined if `max` is reached.
 */
function countByNetwork(max: number, isTrusted: IsTrusted) {
  const open = new Map<string, number>();
  return (address: string): (() => void) | undefined => {
    if (isTrusted(address, 0)) return () => {};
    const network = clientNetwork(address);
    const count = open.get(network) ?? 0;
    if (count >= max) return undefined;
    open.set(network, count + 1);
    return () => {
      const rest = (open.get(network) ?? 0) - 1;
      if (rest > 0) open.set(network, rest);
      else open.delete(network);
    };
  };
}

/** Closes connections beyond `MAX_CONNECTIONS` and `MAX_CONNECTIONS_PER_IP`, and connections that send and receive nothing for `silenceMs`. */
export function limitConnections(server: Server, isTrusted: IsTrusted, silenceMs: number): void {
  server.maxConnections = limits.MAX_CONNECTIONS;
  server.setTimeout(silenceMs);
  const begin = countByNetwork(limits.MAX_CONNECTIONS_PER_IP, isTrusted);
  server.on('connection', (socket) => {
    const end = begin(socket.remoteAddress ?? '');
    if (end) socket.once('close', end);
    else socket.destroy();
  });
}

/**
 * Discards the rest of a body before closing the connection. Closing it with unread data would send a reset, which could make the client lose the
 * response (RFC 9112, section 9.6).
 */
function dropBody(request: IncomingMessage, response: ServerResponse): void {
  const closes = !response.shouldKeepAlive;
  const close = () => closes && request.socket.destroySoon();
  response.shouldKeepAlive = true;
  response.once('finish', () => {
    if (isBodyArriving(request)) request.unpipe().once('end', close).resume();
    else close();
  });
}

function cancel(payload: unknown): void {
  if (payload instanceof ReadableStream) payload.cancel().catch(() => {});
  else (payload as Readable).destroy();
}

/** Limits streamed responses to `MAX_STREAMS_PER_IP` (429). Cancels streams for HEAD. Discards the rest of a request body after the response. */
export const clientLimits = fp<{ isTrusted: IsTrusted }>(async (app, { isTrusted }) => {
  const begin = countByNetwork(limits.MAX_STREAMS_PER_IP, isTrusted);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isStream(payload)) {
      if (isBodyArriving(request.raw)) {
        reply.removeHeader('connection');
        dropBody(request.raw, reply.raw);
      }
      return done(null, payload);
    }
    if (request.method === 'HEAD') cancel(payload);
    // Does not count a response that is already closed, because no further `close` event would end the count.
    if (reply.raw.destroyed) return done(null, payload);
    const end = begin(request.ip);
    if (end) {
      reply.raw.once('close', end);
      return done(null, payload);
    }
    cancel(payload);
    for (const name of ['content-encoding', 'content-disposition', 'etag']) reply.removeHeader(name);
    done(platformError('too-many-requests', { retryAfterSeconds: 10 }));
  });
});
