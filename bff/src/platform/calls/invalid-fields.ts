import type { FastifyError } from 'fastify';
import type Type from 'typebox';
import { pointerOf } from '#contract/kit/schema/body-validation.ts';
import type { InvalidFields } from '#contract/kit/platform-errors.ts';

type Validation = Pick<FastifyError, 'validation' | 'validationContext'>;

/** Characters; unknown fields are named by their sender. */
const MAX_POINTER = 200;

/** The errors of Ajv by field, as a problem lists them. */
export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: Validation): Type.Static<typeof InvalidFields>['errors'] =>
  validation.map((error) => ({
    in: validationContext === 'querystring' ? 'query' : validationContext,
    pointer: pointerOf(error).slice(0, MAX_POINTER),
    rule: error.keyword,
    detail: error.message ?? error.keyword,
  }));
