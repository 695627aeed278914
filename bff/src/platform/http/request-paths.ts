import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { BASE_PATH } from '#contract/constants.ts';
import { bodyLimitOf, bodyTooLarge } from './errors/body-too-large.ts';
import { pathOf, REFUSED_PATH_PATTERN } from '#edge/paths.ts';

const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');
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

const detail =
  'The path has a dot segment, a NUL, or an encoded character that needs no encoding: send it plain.';

/** Refuses paths that must not reach a check or a handler, and bodies that announce more bytes than allowed, before the CSRF check and the handler run. */
export const requestPaths = fp(async function requestPaths(app) {
  app.addHook('onRequest', (request, _reply, done) => {
    const announced = Number(request.headers['content-length']);
    if (refused.test(pathOf(request.originalUrl))) done(platformError('bad-request', { detail }));
    else if (announced > bodyLimitOf(request)) done(bodyTooLarge(request));
    else done();
  });
});
