import fp from 'fastify-plugin';
import { platformError } from '#contract/app-error.ts';
import { OWN_PAGE_FIELD } from '#contract/own-page.ts';
import { isBeneathApi } from './request-path.ts';

/** Methods that are safe (RFC 9110, section 9.2.1). */
export const changesNothing = new Set<string>(['GET', 'HEAD', 'OPTIONS']);
const ownSites = new Set<unknown>([undefined, 'same-origin', 'none']);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers send this by themselves, without the field of a page of ours. */
    sentByBrowser?: true;
  }
}

/** Refuses what would change something and does not come from a page of this origin. */
export const crossSite = fp(
  async (app) => {
    app.addHook('onRequest', ({ method, url, headers, routeOptions }, _reply, done) => {
      if (changesNothing.has(method) || !isBeneathApi(url) || routeOptions.config.sentByBrowser)
        return done();
      const isOurs = headers[OWN_PAGE_FIELD] && ownSites.has(headers['sec-fetch-site']);
      if (isOurs) done();
      else done(platformError('cross-site-refused'));
    });
  },
  { name: 'cross-site' },
);
