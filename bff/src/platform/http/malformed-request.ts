import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { PlatformCode } from '#contract/kit/platform-errors.ts';
import { bareProblem } from '#platform/http/errors/bare-problem.ts';

const codeOf: Readonly<Record<string, PlatformCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Answers a request that cannot be parsed with a problem on the bare socket, after those before it, and ends the connection. */
export function malformedRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  // Only this field of Node shows a response that is under way.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.writable && response?.req.complete) {
    response.once('finish', () => setImmediate(() => malformedRequest.call(this, error, socket)));
    return;
  }
  // What was wrong is the body of its request: a response that has begun can only be cut off.
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  const code = codeOf[error.code ?? ''] ?? 'bad-request';
  const requestId = randomUUID();
  const { status, headers, body } = bareProblem(code, requestId);
  const line = {
    request_id: requestId,
    'http.response.status_code': status,
    'client.address': socket.remoteAddress,
    'error.type': error.code,
  };
  this.log.info(line, 'request');
  const fields = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields, '', body].join('\r\n'));
}

/** Answers CONNECT, which is for proxies. Node would end the connection, and with it the responses to the requests before. */
export const connectRefusal = fp(async function connectRefusal(app) {
  app.server.on('connect', (_request, socket) => {
    // Node listens to it no more: a connection that is reset would end the process.
    socket.on('error', () => socket.destroy());
    malformedRequest.call(app, new Error('CONNECT is refused'), socket as Socket);
  });
});
