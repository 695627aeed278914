import type { FastifyError } from 'fastify';
import type Type from 'typebox';
import { pointerOf } from './schema-error.ts';
import type { InvalidFields } from '#contract/kit/platform-errors.ts';

type Validation = Pick<FastifyError, 'validation' | 'validationContext'>;

/** What quotes names that the sender has chosen has so many characters at most. */
export const shortened = (text: string): string => text.slice(0, 500);

/** The errors of Ajv by field, as a problem lists them. */
export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: Validation): Type.Static<typeof InvalidFields>['errors'] =>
  validation.map((error) => ({
    in: validationContext === 'querystring' ? 'query' : validationContext,
    pointer: shortened(pointerOf(error)),
    rule: error.keyword,
    detail: error.message ?? error.keyword,
  }));
