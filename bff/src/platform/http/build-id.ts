import fp from 'fastify-plugin';
import { isBeneathApi } from '#edge/paths.ts';

declare const __BUILD__: string | undefined;

/** Which build this is, made of its sources and the same in both halves; none in development. */
export const build = typeof __BUILD__ === 'undefined' ? undefined : __BUILD__;

/** Every reply of a call names the build, so that a browser with another one notices. */
export const buildId = fp(
  async (app) => {
    if (build === undefined) return;
    app.addHook('onRequest', (request, reply, done) => {
      if (isBeneathApi(request.url)) reply.header('x-build', build);
      done();
    });
  },
  { name: 'build-id' },
);
