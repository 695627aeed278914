import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { BASE_PATH, limits } from '#contract/constants.ts';
import { bodyLimitOf, bodyTooLarge } from './body-too-large.ts';
import { pathOf, TRAVERSAL_PATTERN } from '#edge/paths.ts';

const traversal = new RegExp(TRAVERSAL_PATTERN, 'i');
const isBeneath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/**
 * The canonical URL of a request, which all other code sees: in origin form (RFC 9112, section 3.2.1), without repeated slashes, and
 * beneath the base path even if the ingress has stripped it. Query and percent-encoding do not change.
 */
export const canonicalUrl =
  (ingressStripsPrefix: boolean) =>
  (request: Pick<IncomingMessage, 'url'>): string => {
    const origin = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    const sent = pathOf(origin);
    const path = sent.replace(/\/{2,}/g, '/') || '/';
    return (ingressStripsPrefix && !isBeneath(path) ? BASE_PATH + path : path) + origin.slice(sent.length);
  };

/** For this long the rest of a request is read before its error is sent: otherwise the response is lost with the connection. */
const LINGER_MS = 1_000;

/** Refuses path traversal, and bodies that announce more bytes than allowed, before the CSRF check and the handler run. */
export const requestPaths = fp(async function requestPaths(app) {
  app.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length']);
    if (traversal.test(pathOf(request.originalUrl))) done(platformError('bad-request'));
    else if (announced > bodyLimitOf(request)) done(bodyTooLarge(request));
    else done();
  });
  app.addHook('onSend', ({ raw }, _reply, payload, done) => {
    const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers;
    if (!hasBody || raw.complete || raw.readableEnded) return done(null, payload);
    // Only a streamed response can still need the request. A form that is not read further would hold back the rest.
    if (!(payload instanceof Readable)) raw.unpipe().resume();
    drain(raw, () => done(null, payload));
  });
});

/** Reads and drops the rest of a request, up to `limits.BODY_BYTES` or for `LINGER_MS` (RFC 9112, section 9.6); then calls `done` once. */
function drain(raw: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const finish = () => {
    clearTimeout(timer);
    raw.off('data', count).off('end', finish).off('error', finish).resume();
    done();
  };
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > limits.BODY_BYTES) finish();
  };
  const timer = setTimeout(finish, LINGER_MS);
  raw.on('data', count).on('end', finish).on('error', finish);
}
