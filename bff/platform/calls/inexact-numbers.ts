import type { FastifySchemaValidationError } from 'fastify';
import { isInexact } from '#platform/contract/exact-number.ts';
import { escaped, memberOf, segmentsOf } from '#platform/contract/schema/schema-node.ts';

/** Builds an error like Ajv's for `minimum` or `maximum`, with the limit ±(2⁵³ − 1). */
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

/**
 * Replaces Ajv's error "must be number" with a `minimum` or `maximum` error for a number that is parsed to a `bigint` or to Infinity, because a
 * double cannot represent it.
 */
export function withLimit<E extends FastifySchemaValidationError>(error: E, value: unknown): E {
  if (error.keyword !== 'type' || !/^(?:number|integer)$/.test(String(error.params['type']))) return error;
  const found = segmentsOf(error.instancePath).reduce(memberOf, value);
  return isInexact(found) ? { ...error, ...limitError(error.instancePath, found) } : error;
}

/** Returns an error for the first number that a double cannot represent exactly. Ajv misses it if its schema accepts any value. */
export function inexactErrors(value: unknown): FastifySchemaValidationError[] {
  const path: string[] = [];
  const found = (part: unknown): unknown => {
    if (isInexact(part)) return part;
    if (typeof part !== 'object' || part === null) return undefined;
    for (const [name, member] of Object.entries(part)) {
      const inner = found(member);
      if (inner !== undefined) {
        path.unshift(escaped(name));
        return inner;
      }
    }
    return undefined;
  };
  const first = found(value);
  return first === undefined ? [] : [limitError(['', ...path].join('/'), first)];
}
