import fp from 'fastify-plugin';
import { isBeneathApi } from '#edge/paths.ts';

declare const __BUILD__: string | undefined;

/** The id of this build, a hash of its sources and the same for BFF and client; undefined in development. */
export const build = typeof __BUILD__ === 'undefined' ? undefined : __BUILD__;

/** Every response of a call has the build id, so that a client of another build notices. */
export const buildId = fp(async function buildId(app) {
  if (build === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (isBeneathApi(request.url)) reply.header('x-build', build);
    done();
  });
});
