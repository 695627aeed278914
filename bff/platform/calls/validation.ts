import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type Type from 'typebox';
import { allErrorsAjv, requestAjv } from '#platform/ajv.ts';
import { ruleCheckOf } from '#platform/contract/rules.ts';
import { applicableErrors } from '#platform/contract/schema/applicable-errors.ts';
import { coercionOf } from '#platform/contract/schema/coerce.ts';
import { exactSchema } from '#platform/contract/schema/exact-schema.ts';
import { ownMessage } from '#platform/contract/schema/schema-node.ts';
import { pointerOf } from '#platform/http/errors/invalid-fields.ts';
import { mayBeInexact } from '#platform/http/json-body.ts';
import { inexactErrors, withLimit } from './inexact-numbers.ts';

const MAX_ERRORS = 50;
/** Maximum product of value size and schema length. Above it, only the first error is reported, instead of all errors. */
const MAX_WORK = 1_000_000;

type Errors = NonNullable<ReturnType<FastifySchemaCompiler<Type.TSchema>>['errors']>;

/** Compiles the schema of a body, or of params, query or headers, which arrive as strings. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : paramsValidator(schema);

export const formValidatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema }) =>
  paramsValidator(schema);

/** Creates a validator of params, query, headers or form fields, which arrive as strings and are coerced first. */
function paramsValidator(schema: Type.TSchema) {
  const inner = bodyValidator(schema);
  const coerce = coercionOf(schema);
  const validate = (value: unknown) => {
    coerce(value as Record<string, unknown>);
    const isValid = inner(value);
    validate.errors = inner.errors;
    return isValid;
  };
  validate.errors = [] as Errors;
  return validate;
}

/** Creates a validator of a body, including its rules. If a large value (`MAX_WORK`) violates the schema, reports only the first error. */
export function bodyValidator(schema: Type.TSchema) {
  const exact = exactSchema(schema);
  const check = requestAjv.compile(exact);
  let everyError: ReturnType<typeof requestAjv.compile> | undefined;
  const text = JSON.stringify(schema);
  // 0 for a recursive schema, because finding all its errors may take exponential time.
  const maxSize = text.includes('"$ref"') ? 0 : MAX_WORK / text.length;
  const brokenRules = ruleCheckOf(schema);
  const validate = (value: unknown) => {
    let isValid = check(value);
    const inexact = isValid && mayBeInexact(value) ? inexactErrors(value) : [];
    isValid &&= inexact.length === 0;
    if (isValid && !brokenRules) return true;
    const isSmall = isValid || isWithinSize(maxSize, value);
    let errors: Errors = check.errors ?? inexact;
    if (check.errors && isSmall) {
      everyError ??= allErrorsAjv.compile(exact);
      if (!everyError(value)) errors = everyError.errors ?? [];
    }
    const located = errors.map((error) => ({ ...error, pointer: pointerOf(error) }));
    const applicable = applicableErrors(schema, value, located);
    const bySchema = applicable.slice(0, MAX_ERRORS).map((error) => {
      const message = ownMessage(schema, value, error.pointer, error.keyword);
      return message === undefined
        ? withLimit(error, value)
        : { ...error, message, params: { ...error.params, isOwn: true } };
    });
    // Runs rules only if all schema errors are known, because rules need to know which parts are valid.
    const areKnown = isSmall && applicable.length <= MAX_ERRORS;
    const byRules = areKnown
      ? (brokenRules?.(
          value,
          applicable.map(({ pointer }) => pointer),
        ) ?? [])
      : [];
    validate.errors = [...bySchema, ...byRules].slice(0, MAX_ERRORS) as Errors;
    return validate.errors.length === 0;
  };
  validate.errors = [] as Errors;
  return validate;
}

/** True if the size of a value is at most `maxSize`. Each property or item counts 1, plus 1 per 64 characters of its name and string value. */
function isWithinSize(maxSize: number, value: unknown): boolean {
  let size = 0;
  JSON.stringify(value, (name, member: unknown) => {
    size += 1 + (name.length + (typeof member === 'string' ? member.length : 0)) / 64;
    return size > maxSize || typeof member === 'bigint' ? undefined : member;
  });
  return size <= maxSize;
}

/** Compiles a serializer that writes only the fields that the schema names. */
export const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) =>
  fastJson(schema as never) as (body: unknown) => string;
