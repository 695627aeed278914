import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { PlatformCode } from '#platform/contract/platform-errors.ts';
import { tooLargePage } from '#platform/edge/error-pages.ts';
import { bareProblem } from './errors/bare-problem.ts';

const codeOf: Readonly<Record<string, PlatformCode>> = {
  HPE_HEADER_OVERFLOW: 'request-header-fields-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Time that a client has to close its side after a rejection. */
const LINGER_MS = 2_000;

interface Malformed extends NodeJS.ErrnoException {
  /** Data in which Node.js has found the error. It contains the request line, unless this has arrived earlier. */
  readonly rawPacket?: unknown;
}

/**
 * Creates a handler of requests that Node.js cannot parse. It sends a problem on the bare socket, and ends the connection. If the headers are too
 * large, it sends a page for people instead, unless the URL is known to be that of a call.
 */
export const malformedRequest = (isCall: (url: string) => boolean) =>
  function malformed(this: FastifyInstance, error: Malformed, socket: Socket): void {
    const [, url = ''] = /^\S+ (\S+) /.exec(String(error.rawPacket)) ?? [];
    const isPage = error.code === 'HPE_HEADER_OVERFLOW' && !isCall(url);
    reject(this, error, socket, isPage ? tooLargePage : undefined);
  };

/** Discards what still arrives, waits for the responses to earlier requests, then sends the problem or the page. */
function reject(app: FastifyInstance, error: Malformed, socket: Socket, page?: string): void {
  // The listener also makes Node.js stop parsing, so that it does not report the next data as another error.
  socket.removeAllListeners('data').on('data', () => {});
  // Only this private property shows a response in progress.
  const { _httpMessage: response } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (socket.writable && response?.req.complete) {
    response.once('finish', () => setImmediate(() => reject(app, error, socket, page)));
    return;
  }
  // If the headers are already sent, all we can do is destroy the socket.
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const { status, headers, body } = bareProblem(codeOf[error.code ?? ''] ?? 'bad-request', requestId, page);
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
    reject(app, new Error('CONNECT is not supported'), socket as Socket);
  });
});
