import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { CSRF_HEADER } from '#contract/kit/csrf.ts';
import { isBeneathApi } from '#edge/paths.ts';

/** Methods that are safe (RFC 9110, section 9.2.1). */
export const SAFE_METHODS = new Set<string>(['GET', 'HEAD', 'OPTIONS']);

/** Why a request may come from another site; undefined if it comes from a page of this origin (Fetch Metadata, section 2.3). */
function reasonOf(csrfHeader: unknown, site: string | undefined): string | undefined {
  if (!csrfHeader) return `The header field ${CSRF_HEADER} is missing: send it with any value.`;
  if (site === undefined || site === 'same-origin' || site === 'none') return undefined;
  return `Sec-Fetch-Site is ${site}; same-origin is expected.`;
}

/** Refuses a call with an unsafe method that does not come from a page of this origin. */
export const csrf = fp(async function csrf(app) {
  app.addHook('onRequest', ({ method, url, headers, routeOptions }, _reply, done) => {
    if (SAFE_METHODS.has(method) || !isBeneathApi(url) || routeOptions.config.sentByBrowser) return done();
    const detail = reasonOf(headers[CSRF_HEADER], headers['sec-fetch-site']);
    if (detail) done(platformError('cross-site-refused', { detail }));
    else done();
  });
});
