import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { problem } from './problem.ts';
import { securityHeaders } from './security.ts';

const codeOf: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** What could not even be parsed as a request is answered, as a problem, on the bare socket; then the connection ends. */
export function clientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = codeOf[error.code ?? ''] ?? 'bad-request';
  const { status } = errors[code];
  const requestId = randomUUID();
  const body = JSON.stringify(problem(code, requestId));
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  };
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields, '', body].join('\r\n'));
}
