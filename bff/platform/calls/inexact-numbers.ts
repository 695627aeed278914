import type { FastifySchemaValidationError } from 'fastify';
import { isInexact } from '#platform/contract/exact-number.ts';
import { escaped, memberOf, segmentsOf } from '#platform/contract/schema/schema-node.ts';

/** Builds the error that Ajv's `minimum` or `maximum` reports for a number beyond ±(2⁵³ − 1). */
function limitError(instancePath: string, value: unknown): FastifySchemaValidationError {
  const isBelow = Number(value) < 0;
  const limit = isBelow ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  const comparison = isBelow ? '>=' : '<=';
  return {
    keyword: isBelow ? 'minimum' : 'maximum',
    instancePath,
    schemaPath: '',
    params: { comparison, limit },
    message: `must be ${comparison} ${limit}`,
  };
}

/** Replaces Ajv's error "must be number" with that of the exceeded limit, if the value is a number that cannot be represented exactly. */
export function withLimit<E extends FastifySchemaValidationError>(error: E, value: unknown): E {
  if (error.keyword !== 'type' || !/^(?:number|integer)$/.test(String(error.params['type']))) return error;
  const found = segmentsOf(error.instancePath).reduce(memberOf, value);
  return isInexact(found) ? { ...error, ...limitError(error.instancePath, found) } : error;
}

/** Lists an error for each number of a valid value that cannot be represented exactly. Only where the schema accepts anything can there be one. */
export function inexactErrors(value: unknown, pointer = ''): FastifySchemaValidationError[] {
  if (isInexact(value)) return [limitError(pointer, value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => inexactErrors(part, `${pointer}/${escaped(name)}`));
}
