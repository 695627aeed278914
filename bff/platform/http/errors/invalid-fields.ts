import type { FastifyError, FastifySchemaValidationError } from 'fastify';
import type { InvalidField } from '#platform/contract/platform-errors.ts';
import { escaped } from '#platform/contract/schema/json-pointer.ts';

/** Limits the length of a text that quotes the client's input. */
export const shortened = (text: string): string => text.slice(0, 500);

/** Ajv's error. `propertyName` is the key that the error is about, instead of its value. */
type FieldError = FastifySchemaValidationError & { readonly propertyName?: string };

/** Returns the JSON pointer (RFC 6901) to the invalid field. For a missing or unknown field, or an invalid key, Ajv points only to the parent. */
export function pointerOf({ instancePath, params, propertyName }: FieldError): string {
  const field = params['missingProperty'] ?? params['additionalProperty'] ?? propertyName;
  return typeof field === 'string' ? `${instancePath}/${escaped(field)}` : instancePath;
}

export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: Pick<FastifyError, 'validation' | 'validationContext'>): InvalidField[] =>
  validation.map((error) => ({
    in: validationContext === 'querystring' ? 'query' : validationContext,
    pointer: pointerOf(error).slice(0, 200),
    rule: error.keyword,
    detail: error.message ?? error.keyword,
    ...(error.params['isOwn'] !== true && { expected: expectedBy(error) }),
  }));

const expectedBy = ({ params }: FastifySchemaValidationError): string | number | null =>
  (params['limit'] ?? params['multipleOf'] ?? params['type'] ?? params['format'] ?? null) as
    | string
    | number
    | null;
