import type { FastifyInstance } from 'fastify';
import { bodyLimitOf, bodyTooLarge } from '#platform/http/body-too-large.ts';

/** Passes bodies of a media type to the handler as a stream, which fails with `body-too-large` beyond the call's limit. */
export function acceptBytes(app: FastifyInstance, mediaType: string): void {
  if (app.hasContentTypeParser(mediaType)) return;
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    let size = 0;
    const counted = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        size += part.length;
        if (size > bodyLimitOf(request)) throw bodyTooLarge(request);
        yield part;
      }
    };
    done(null, payload.compose(counted));
  });
}
