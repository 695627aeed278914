import fp from 'fastify-plugin';
import { platformError } from '#contract/kit/app-error.ts';
import { CSRF_HEADER } from '#contract/kit/csrf.ts';
import { isBeneathApi } from '#edge/paths.ts';

/** Methods that are safe (RFC 9110, section 9.2.1). */
export const SAFE_METHODS = new Set<string>(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set<unknown>([undefined, 'same-origin', 'none']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers send this by themselves, without the field of a page of ours. */
    sentByBrowser?: true;
  }
}

/** Refuses what would change something and does not come from a page of this origin. */
export const csrf = fp(
  async (app) => {
    app.addHook('onRequest', ({ method, url, headers, routeOptions }, _reply, done) => {
      if (SAFE_METHODS.has(method) || !isBeneathApi(url) || routeOptions.config.sentByBrowser) return done();
      const isOurs = headers[CSRF_HEADER] && ownSites.has(headers['sec-fetch-site']);
      if (isOurs) done();
      else done(platformError('cross-site-refused'));
    });
  },
  { name: 'cross-site' },
);
