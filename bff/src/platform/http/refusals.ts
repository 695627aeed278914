import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AppError, platformError } from '#contract/kit/app-error.ts';
import { pathOf, REFUSED_PATH_PATTERN } from '#edge/paths.ts';
import { bodyLimitOf, bodyTooLarge } from './bodies.ts';

const refusedPath = new RegExp(REFUSED_PATH_PATTERN, 'i');
/** A host and a port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** HTTP/1.1 requires exactly one valid Host (RFC 9112, section 3.2). Node.js takes the first of several. */
function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && HOST.test(headers.host ?? '');
}

function refusalOf(request: FastifyRequest): AppError | undefined {
  const { raw, headers, originalUrl } = request;
  if (!hasValidHost(raw))
    return platformError('bad-request', {
      detail: 'The header field Host must be there once, with a host.',
    });
  // nginx does not buffer the response to an upgrade, so it must be a small one.
  if (headers.upgrade?.toLowerCase() === 'websocket')
    return platformError('bad-request', { detail: 'There is no WebSocket here.' });
  if (refusedPath.test(pathOf(originalUrl)))
    return platformError('bad-request', {
      detail:
        'The path has a dot segment, a NUL, or an encoded character that needs no encoding: send it plain.',
    });
  if (Number(headers['content-length']) > bodyLimitOf(request)) return bodyTooLarge(request);
  return undefined;
}

/** Refuses requests with an invalid host or path, a WebSocket handshake, or a body that announces too many bytes, before any other check sees them. */
export const refusals = fp(async function refusals(app) {
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));
});
