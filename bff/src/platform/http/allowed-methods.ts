import type { FastifyInstance, HTTPMethods } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { limits } from '#contract/constants.ts';
import { isBeneathApi } from '#edge/paths.ts';

/**
 * Which methods an address takes (RFC 9110, section 10.2.1): empty where there is nothing. Fastify knows only whether an
 * address takes the method that came, so its routes are noted in a second router as they are added.
 */
export function allowedMethods(app: FastifyInstance): (url: string) => string[] {
  const router = findMyWay({ maxParamLength: limits.HEADERS_BYTES });
  const methods = new Set<HTTPMethods>();
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      methods.add(one);
      if (!router.hasRoute(one as HTTPMethod, url)) router.on(one as HTTPMethod, url, () => {}, url);
    }
  });
  return (url) =>
    [...methods].filter((method) => {
      const found = router.find(method as HTTPMethod, url);
      // The client's catch-all lies over the calls' addresses too, but answers none of them.
      return found !== null && isBeneathApi(url) === isBeneathApi(found.store as string);
    });
}
