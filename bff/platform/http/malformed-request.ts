import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';
import { bareProblem } from './errors/bare-problem.ts';

const codeOf: Readonly<Record<string, PlatformCode>> = {
  HPE_HEADER_OVERFLOW: 'request-header-fields-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Time that a client has to close its side after a rejection. */
const LINGER_MS = 2_000;

/** Handles a request that Node.js cannot parse. After the responses to earlier requests, sends a problem on the bare socket, and ends the connection. */
export function malformedRequest(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  // Discards what still arrives. The listener makes Node.js stop parsing, so that it does not report the next data as another error.
  socket.removeAllListeners('data').on('data', () => {});
  reject(this, error, socket);
}

function reject(app: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  // Only this private property shows a response in progress.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.writable && response?.req.complete) {
    response.once('finish', () => setImmediate(() => reject(app, error, socket)));
    return;
  }
  // If the headers are already sent, all we can do is destroy the socket.
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
  app.log.info(line, 'request');
  const fields = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  // Destroys the socket only when the client closes its side. Before that, the unread rest of the request would cause a reset, which could make the
  // client lose the response (RFC 9112, section 9.6).
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy());
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields, '', body].join('\r\n'));
}

/** Rejects CONNECT. Otherwise Node.js would destroy the connection while responses to earlier requests are in progress. */
export const rejectConnect = fp(async function rejectConnect(app) {
  app.server.on('connect', (_request, socket) => {
    // Node.js has removed its listeners from the socket. Without a listener for `error`, a connection reset would end the process.
    socket.on('error', () => socket.destroy());
    malformedRequest.call(app, new Error('CONNECT is not supported'), socket as Socket);
  });
});
