import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type AppError, platformError } from '#platform/contract/app-error.ts';
import { isBeneathApi, pathOf, REJECTED_PATH_PATTERN } from '#platform/edge/paths.ts';
import { bodyLimitOf, bodyTooLarge } from './bodies.ts';
import { INVALID_ENCODING } from './errors/error-handler.ts';

const rejectedPath = new RegExp(REJECTED_PATH_PATTERN, 'i');
/** Host with an optional port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** True if a request has one valid Host, as HTTP/1.1 requires (RFC 9112, section 3.2). Reads `rawHeaders`, because `headers` has only the first. */
function hasValidHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 0 ? httpVersion === '1.0' : hosts === 1 && HOST.test(headers.host ?? '');
}

/** True if the percent-encoded octets of a URL are UTF-8. In a query, Fastify leaves invalid octets undecoded, so `%E4` would equal `%25E4`. */
function isWellEncoded(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

const badRequest = (detail: string) => platformError('bad-request', { detail });

function errorOf(request: FastifyRequest): AppError | undefined {
  const { raw, headers, originalUrl, url } = request;
  if (!hasValidHost(raw)) return badRequest('Exactly one Host header with a valid host is required.');
  if (rejectedPath.test(pathOf(originalUrl)))
    return badRequest(
      'The path must not contain dot segments, NUL, or percent-encoded unreserved characters.',
    );
  if (isBeneathApi(url) && !isWellEncoded(url)) return badRequest(INVALID_ENCODING);
  return Number(headers['content-length']) > bodyLimitOf(request) ? bodyTooLarge(request) : undefined;
}

/** Rejects WebSockets, invalid hosts, paths and queries, and a Content-Length that is too large. */
export const earlyChecks = fp(async function earlyChecks(app) {
  app.addHook('onRequest', (request, reply, done) => {
    if (!/\bwebsocket\b/i.test(request.headers.upgrade ?? '')) return done(errorOf(request));
    reply.header('connection', 'close');
    done(platformError('not-found'));
  });
});
