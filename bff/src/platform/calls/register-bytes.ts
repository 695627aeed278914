import { Readable } from 'node:stream';
import type { FastifyPluginAsync, RouteOptions } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import { bodyLimitOf, bodyTooLarge } from '#platform/http/bodies.ts';

/** Registers a route that accepts only bodies of one media type, as a stream. The stream fails with `body-too-large` beyond the call's limit. */
export const registerBytes: FastifyPluginAsync<{ route: RouteOptions; mediaType: string }> = async (
  app,
  { route, mediaType },
) => {
  app.removeAllContentTypeParsers();
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
  app.route({
    ...route,
    preValidation: async ({ body }) => {
      if (!(body instanceof Readable))
        throw platformError('unsupported-media-type', { detail: `${mediaType} is expected.` });
    },
  });
};
