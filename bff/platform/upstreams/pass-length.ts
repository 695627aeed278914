import fp from 'fastify-plugin';
import { ResponseBody } from './stalls.ts';

/**
 * Sends an upstream's Content-Length if its body is sent unchanged. Browsers then show progress, and a proxy that speaks HTTP/1.0 notices a body that
 * was cut off. Register it after all hooks that may replace a body.
 */
export const passLength = fp(async function passLength(app) {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (payload instanceof ResponseBody && !payload.readableDidRead && !reply.hasHeader('content-length')) {
      const { declaredBytes } = payload;
      if (declaredBytes !== undefined) reply.header('content-length', declaredBytes);
    }
    done(null, payload);
  });
});
