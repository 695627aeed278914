import type { IncomingMessage, ServerResponse } from 'node:http';

/** For this long the rest of a body is read after the response: a connection that is closed at once would take the response with it. */
const LINGER_MS = 1_000;

/** Whether a part of the body has not arrived yet. */
export const isBodyArriving = ({ complete, readableEnded, headers }: IncomingMessage): boolean =>
  !(complete || readableEnded) &&
  (Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers);

/**
 * Before a response to a request whose body nothing will read: drops the rest of the body, and closes the connection if it takes longer than
 * `LINGER_MS` (RFC 9112, section 9.6). Where the client wants it closed, Node would close it at once; one that drains says so, and does.
 */
export function dropBody(request: IncomingMessage, response: ServerResponse): void {
  const { connection = '' } = request.headers;
  const closes = request.httpVersion === '1.0' || /\bclose\b/i.test(connection);
  if (closes) response.shouldKeepAlive = true;
  response.once('finish', () => {
    const close = () => closes && request.socket.destroySoon();
    if (!isBodyArriving(request)) return close();
    const timer = setTimeout(() => request.destroy(), LINGER_MS);
    request
      .unpipe()
      .on('error', () => {})
      .once('end', close)
      .once('close', () => clearTimeout(timer))
      .resume();
  });
}
