import multipart from '@fastify/multipart';
import type { FastifyPluginAsync, RouteOptions } from 'fastify';
import { platformError } from '#contract/kit/app-error.ts';
import type { FileRules } from '#contract/kit/content.ts';
import { openForm, type Form } from './read-form.ts';
import { formValidatorCompiler } from './validation.ts';

export interface Upload {
  readonly route: RouteOptions;
  readonly files: FileRules;
}

/** Registers routes that accept forms. The fields and the first file are validated before the handler runs. */
export const registerUploads: FastifyPluginAsync<{ uploads: readonly Upload[] }> = async (
  app,
  { uploads },
) => {
  await app.register(multipart);
  app.decorateRequest('uploads');
  const forms = new WeakMap<object, Form>();
  for (const { route, files } of uploads)
    app.route({
      ...route,
      validatorCompiler: formValidatorCompiler,
      preValidation: async (request) => {
        if (!request.isMultipart())
          throw platformError('unsupported-media-type', { detail: 'multipart/form-data is expected.' });
        const form = await openForm(request);
        forms.set(request, form);
        request.body = form.fields;
      },
      preHandler: async (request) => {
        request.uploads = await forms.get(request)?.files(files);
      },
    });
};
