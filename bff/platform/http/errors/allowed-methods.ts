import type { FastifyInstance, HTTPMethods } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { limits } from '#platform/contract/limits.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';

/** Returns a function that finds the methods of a URL (RFC 9110, section 10.2.1). Uses a second router, because Fastify does not expose the methods. */
export function allowedMethods(app: FastifyInstance): (url: string) => string[] {
  const router = findMyWay({ maxParamLength: limits.HEADERS_BYTES });
  const methods = new Set<HTTPMethods>();
  app.addHook('onRoute', ({ method, url, constraints }) => {
    // Skips routes with a constraint, because these exist only for requests that meet the constraint.
    if (constraints) return;
    for (const each of [method].flat()) {
      methods.add(each);
      if (!router.hasRoute(each as HTTPMethod, url)) router.on(each as HTTPMethod, url, () => {}, url);
    }
  });
  return (url) =>
    [...methods].filter((method) => {
      const found = router.find(method as HTTPMethod, url);
      // The client's wildcard route also matches the URLs of calls, but does not serve calls.
      return found !== null && isBeneathApi(url) === isBeneathApi(found.store as string);
    });
}
