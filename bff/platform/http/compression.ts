import compress from '@fastify/compress';
import fp from 'fastify-plugin';
import { limits } from '#platform/contract/limits.ts';
import { isStream } from './bodies.ts';

const compressible = /^application\/(?:problem\+)?json(?:;|$)/;

/**
 * Compresses JSON responses, except streams without Content-Length and the responses of calls with `compress: false`. These get `Content-Encoding:
 * identity`, so that proxies do not compress them, either.
 */
export const compression = fp(async function compression(app) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const asItIs =
      (isStream(payload) && !reply.hasHeader('content-length')) ||
      request.routeOptions.config.compress === false;
    if (asItIs && compressible.test(String(reply.getHeader('content-type')))) {
      request.headers['x-no-compression'] = 'true';
      reply.header('content-encoding', 'identity');
    }
    done(null, payload);
  });
  await app.register(compress, {
    threshold: limits.COMPRESS_FROM_BYTES,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    globalDecompression: false,
  });
});
