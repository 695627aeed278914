import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { BASE_PATH, limits } from '#contract/constants.ts';
import { pathOf, TRAVERSAL_PATTERN } from '#edge/paths.ts';

const traversal = new RegExp(TRAVERSAL_PATTERN, 'i');
const isBeneath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/**
 * The one spelling of an address that everything behind it sees: in origin form (RFC 9112, section 3.2), slashes single,
 * and beneath the base path also where the ingress has stripped it. Query and percent-encoding stay as they are.
 */
export const canonicalUrl =
  (ingressStripsPrefix: boolean) =>
  (request: Pick<IncomingMessage, 'url'>): string => {
    const origin = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    const at = origin.indexOf('?');
    const query = at < 0 ? '' : origin.slice(at);
    const path = (at < 0 ? origin : origin.slice(0, at)).replace(/\/{2,}/g, '/') || '/';
    return (ingressStripsPrefix && !isBeneath(path) ? BASE_PATH + path : path) + query;
  };

/** A refusal that leaves before its request has arrived whole would be lost with the connection: this much is read off first. */
const LINGER_MS = 1_000;

/** Refuses, before anything looks at them, addresses that try to escape and bodies that say they are too large. */
export const requestPaths = fp(
  async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const announced = Number(request.headers['content-length']);
      if (traversal.test(pathOf(request.originalUrl))) done(platformError('bad-request'));
      else if (announced > (request.routeOptions.bodyLimit ?? limits.BODY_BYTES))
        done(platformError('body-too-large'));
      else done();
    });
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
      const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers;
      if (hasBody && !raw.complete && !raw.readableEnded) readOff(raw, () => done(null, payload));
      else done(null, payload);
    });
  },
  { name: 'request-paths' },
);

/** Reads and drops what still comes, up to the limit of a body or for a second (RFC 9112, section 9.6); then `done`, once. */
function readOff(raw: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const enough = () => {
    clearTimeout(timer);
    raw.off('data', count).off('end', enough).off('error', enough).resume();
    done();
  };
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > limits.BODY_BYTES) enough();
  };
  const timer = setTimeout(enough, LINGER_MS);
  raw.on('data', count).on('end', enough).on('error', enough);
}
