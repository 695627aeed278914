import type { FastifyError } from 'fastify';
import type Type from 'typebox';
import type { InvalidFields } from '#contract/kit/platform-errors.ts';

/** Limits a text that quotes names chosen by the client. */
export const shortened = (text: string): string => text.slice(0, 500);

interface SchemaError {
  /** A JSON pointer (RFC 6901) to the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A JSON pointer to the invalid field. For a missing or an unknown field: to the field itself, not to its parent. */
export function pointerOf({ instancePath, params }: SchemaError): string {
  const field = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof field !== 'string') return instancePath;
  return `${instancePath}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Ajv's errors by field, as a problem lists them. */
export const invalidFieldsOf = ({
  validation = [],
  validationContext = 'body',
}: Pick<FastifyError, 'validation' | 'validationContext'>): Type.Static<typeof InvalidFields>['errors'] =>
  validation.map((error) => ({
    in: validationContext === 'querystring' ? 'query' : validationContext,
    pointer: shortened(pointerOf(error)),
    rule: error.keyword,
    detail: error.message ?? error.keyword,
  }));
