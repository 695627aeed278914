import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AppError, platformError } from '#contract/kit/app-error.ts';
import { pathOf, REFUSED_PATH_PATTERN } from '#edge/paths.ts';
import { bodyLimitOf, bodyTooLarge } from './bodies.ts';

const refusedPath = new RegExp(REFUSED_PATH_PATTERN, 'i');
/** Host with an optional port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** True if a request has one valid Host, as HTTP/1.1 requires (RFC 9112, section 3.2). Node.js takes the first of several. */
function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && HOST.test(headers.host ?? '');
}

function refusalOf(request: FastifyRequest): AppError | undefined {
  const { raw, headers, originalUrl } = request;
  if (!hasValidHost(raw))
    return platformError('bad-request', {
      detail: 'Exactly one Host header with a valid host is required.',
    });
  // nginx does not buffer the response to an upgrade, so it must be small.
  if (headers.upgrade?.toLowerCase() === 'websocket')
    return platformError('bad-request', { detail: 'WebSocket is not supported.' });
  if (refusedPath.test(pathOf(originalUrl)))
    return platformError('bad-request', {
      detail:
        'The path has a dot segment, a NUL, or an encoded character that needs no encoding: send it plain.',
    });
  if (Number(headers['content-length']) > bodyLimitOf(request)) return bodyTooLarge(request);
  return undefined;
}

/** Rejects requests with an invalid host or path, a WebSocket handshake, or too large a Content-Length, before any other check. */
export const refusals = fp(async function refusals(app) {
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));
});
