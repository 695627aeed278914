import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, RouteOptions } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import type { FileRules } from '#platform/contract/content.ts';
import { childOf, nodeOf } from '#platform/contract/schema/schema-node.ts';
import { bodyLimitOf, bodyTooLarge } from '#platform/http/bodies.ts';
import { openForm, type Form } from './read-form.ts';
import { formValidatorCompiler } from './validation.ts';

export interface Upload {
  readonly route: RouteOptions;
  readonly files: FileRules;
  /** Schema of the fields. */
  readonly body: object | undefined;
}

/** Registers routes that accept forms. The fields and the first file are validated before the handler runs. */
export const registerUploads: FastifyPluginAsync<{ uploads: readonly Upload[] }> = async (
  app,
  { uploads },
) => {
  await app.register(multipart);
  app.decorateRequest('uploads');
  const forms = new WeakMap<object, Form>();
  for (const { route, files, body = {} } of uploads)
    app.route({
      ...route,
      validatorCompiler: formValidatorCompiler,
      preValidation: async (request) => {
        if (!request.isMultipart())
          throw platformError('unsupported-media-type', { detail: 'multipart/form-data is expected.' });
        const form = await openForm(request, (name) => childOf(nodeOf(body), name) !== undefined);
        forms.set(request, form);
        request.body = form.fields;
      },
      preHandler: async (request) => {
        request.uploads = await forms.get(request)?.files(files);
      },
    });
};

/** Registers a route whose body is a stream of one media type. The stream fails with `content-too-large` beyond the call's limit. */
export const registerBytes: FastifyPluginAsync<{ route: RouteOptions; mediaType: string }> = async (
  app,
  { route, mediaType },
) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    let size = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length;
        if (size > bodyLimitOf(request)) throw bodyTooLarge(request);
        yield chunk;
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
