import fp from 'fastify-plugin';
import { platformError } from '#platform/contract/app-error.ts';
import { CSRF_HEADER } from '#platform/contract/csrf.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';

export const SAFE_METHODS = new Set<string>(['GET', 'HEAD', 'OPTIONS']);

/** Explains why a request may be cross-site. Returns undefined if it is same-origin (Fetch Metadata, section 2.3). */
function reasonOf(csrfHeader: unknown, site: string | undefined): string | undefined {
  if (!csrfHeader) return `The header ${CSRF_HEADER} is missing: send it with any value.`;
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return `Sec-Fetch-Site is ${site}; same-origin is expected.`;
}

/** Rejects calls with an unsafe method if they may be cross-site. */
export const csrf = fp(async function csrf(app) {
  app.addHook('onRequest', ({ method, url, headers, routeOptions }, _reply, done) => {
    if (SAFE_METHODS.has(method) || !isBeneathApi(url) || routeOptions.config.sentByBrowser) return done();
    const detail = reasonOf(headers[CSRF_HEADER], headers['sec-fetch-site']);
    if (detail) done(platformError('cross-site-request', { detail }));
    else done();
  });
});
