import type { FastifySchemaValidationError } from 'fastify';
import { isInexact } from '#platform/contract/exact-number.ts';
import { escaped, memberOf, segmentsOf } from '#platform/contract/schema/schema-node.ts';

/** Explains that a number is outside of ±(2⁵³ − 1), like Ajv's `minimum` and `maximum`. */
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

/** Replaces "must be number", the error of a number that cannot be represented. */
export function withLimit<E extends FastifySchemaValidationError>(error: E, value: unknown): E {
  if (error.keyword !== 'type' || !/^(?:number|integer)$/.test(String(error.params['type']))) return error;
  const found = segmentsOf(error.instancePath).reduce(memberOf, value);
  return isInexact(found) ? { ...error, ...limitError(error.instancePath, found) } : error;
}

/** Finds a number that cannot be represented where the schema accepts anything. */
export function inexactErrors(value: unknown, pointer = ''): FastifySchemaValidationError[] {
  if (isInexact(value)) return [limitError(pointer, value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => inexactErrors(part, `${pointer}/${escaped(name)}`));
}
