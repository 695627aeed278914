import type { FastifyError } from 'fastify';

export interface InvalidField {
  /** `params`, `query`, `headers` or `body`. */
  readonly in: string;
  /** A JSON pointer (RFC 6901) to the field. */
  readonly pointer: string;
  /** The keyword of the schema, such as `minLength`. */
  readonly rule: string;
  readonly detail: string;
}

/** The errors of Ajv by field. For a missing or an unknown field the pointer is that of the field itself, not of its parent. */
export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: FastifyError): InvalidField[] =>
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
