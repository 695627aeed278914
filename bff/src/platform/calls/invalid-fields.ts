import type { FastifyError } from 'fastify';
import { pointerOf } from '#contract/kit/body-validation.ts';

/** The errors of Ajv by field, as a problem lists them. */
export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: Pick<FastifyError, 'validation' | 'validationContext'>) =>
  validation.map((error) => ({
    in: validationContext === 'querystring' ? 'query' : validationContext,
    pointer: pointerOf(error),
    rule: error.keyword,
    detail: error.message ?? error.keyword,
  }));
