import compress from '@fastify/compress';
import fp from 'fastify-plugin';
import { limits } from '#contract/kit/limits.ts';
import { isStream } from './is-stream.ts';

const compressible = /^application\/(?:problem\+)?json(?:;|$)/;

/**
 * Compresses JSON responses. A stream, and a call with `compress: false`, are sent as they are; header fields tell proxies not to buffer
 * the stream (`X-Accel-Buffering: no`) and not to compress (`Content-Encoding: identity`).
 */
export const compression = fp(async function compression(app) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const streams = isStream(payload) && !reply.hasHeader('content-length');
    if (streams) reply.header('x-accel-buffering', 'no');
    const asItIs = streams || request.routeOptions.config.compress === false;
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
