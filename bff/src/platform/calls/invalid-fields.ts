import type { FastifyError } from 'fastify';
import type Type from 'typebox';
import type { InvalidFields } from '#contract/kit/platform-errors.ts';

type Fields = Type.Static<typeof InvalidFields>['errors'];

/** The errors of Ajv by field. For a missing or an unknown field the pointer is that of the field itself, not of its parent. */
export const invalidFieldsOf = ({ validation = [], validationContext = 'body' }: FastifyError): Fields =>
  validation.map(({ instancePath, keyword, params, message }) => {
    const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
    return {
      in: validationContext === 'querystring' ? 'query' : validationContext,
      pointer: typeof field === 'string' ? `${instancePath}/${escape(field)}` : instancePath,
      rule: keyword,
      detail: message ?? keyword,
    };
  });

const escape = (field: string) => field.replaceAll('~', '~0').replaceAll('/', '~1');
