import type { FastifyError } from 'fastify';

export interface Fault {
  readonly in: string;
  /** A JSON pointer (RFC 6901) to the field. */
  readonly pointer: string;
  readonly rule: string;
  readonly detail: string;
}

const places: Readonly<Record<string, string>> = { querystring: 'query' };

/** What Ajv found, field by field: a missing or an unknown field is pointed at itself, not at what should hold it. */
export const invalidFieldsOf = ({ validation = [], validationContext = 'body' }: FastifyError): Fault[] =>
  validation.map(({ instancePath, keyword, params, message }) => {
    const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
    return {
      in: places[validationContext] ?? validationContext,
      pointer: typeof field === 'string' ? `${instancePath}/${escape(field)}` : instancePath,
      rule: keyword,
      detail: message ?? keyword,
    };
  });

const escape = (field: string) => field.replaceAll('~', '~0').replaceAll('/', '~1');
