import type { FastifyInstance } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import { limits } from '#contract/constants.ts';

/** Passes bodies of a media type to the handler as a stream, which fails with `body-too-large` beyond `limits.BODY_BYTES`. */
export function acceptBytes(app: FastifyInstance, mediaType: string): void {
  if (app.hasContentTypeParser(mediaType)) return;
  app.addContentTypeParser(mediaType, (_request, payload, done) => {
    let size = 0;
    const counted = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        size += part.length;
        if (size > limits.BODY_BYTES) throw platformError('body-too-large');
        yield part;
      }
    };
    done(null, payload.compose(counted));
  });
}
