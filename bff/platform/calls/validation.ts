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
/** Maximum characters of an error's path. Errors with a longer path are left out, unless there are no others. */
const MAX_PATH = 1_000;
/** Maximum characters of a property's name. If a value has a longer one, only the first error is reported. */
const MAX_NAME = 200;
/** Maximum product of value size and schema length. Above it, only the first error is reported, instead of all errors. */
const MAX_WORK = 1_000_000;

type Errors = NonNullable<ReturnType<FastifySchemaCompiler<Type.TSchema>>['errors']>;

interface Validator {
  (value: unknown): boolean;
  errors: Errors;
}

/** Returns a function that creates a result for a schema at its first use, once a process. */
function oncePerSchema<Result>(create: (schema: Type.TSchema) => Result): (schema: Type.TSchema) => Result {
  const created = new WeakMap<object, Result>();
  return (schema) => {
    const known = created.get(schema);
    if (known) return known;
    const result = create(schema);
    created.set(schema, result);
    return result;
  };
}

/** Returns the validator of a body, or of params, query or headers, which arrive as strings. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : paramsValidator(schema);

export const formValidatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema }) =>
  paramsValidator(schema);

/** Returns a validator of params, query, headers or form fields, which arrive as strings and are coerced first. */
const paramsValidator = oncePerSchema((schema) => {
  const inner = bodyValidator(schema);
  const coerce = coercionOf(schema);
  const validate: Validator = (value) => {
    coerce(value as Record<string, unknown>);
    const isValid = inner(value);
    validate.errors = inner.errors;
    return isValid;
  };
  validate.errors = [];
  return validate;
});

/** Returns a validator of a body, including its rules. If a large value (`MAX_WORK`) violates the schema, reports only the first error. */
export const bodyValidator = oncePerSchema((schema): Validator => {
  let compiled: ReturnType<typeof compile> | undefined;
  const validate: Validator = (value) => {
    compiled ??= compile(schema);
    const { check, everyError, maxSize, brokenRules } = compiled;
    const isValid = check(value);
    const inexact = isValid && mayBeInexact(value) ? inexactErrors(value) : [];
    if (isValid && inexact.length === 0 && !brokenRules) return true;
    const isSmall = isValid || isWithinSize(maxSize, value);
    let errors: Errors = check.errors ?? inexact;
    if (check.errors && isSmall && !everyError()(value)) errors = everyError().errors ?? [];
    const located = locatedIn(errors);
    // A long path is a hostile key, which needs no message of the product.
    if (located.some(({ instancePath }) => instancePath.length > MAX_PATH)) {
      validate.errors = located;
      return false;
    }
    const applicable = applicableErrors(schema, value, located);
    const bySchema = applicable.map((error) => {
      const message = ownMessage(schema, value, error.pointer, error.keyword);
      return message === undefined
        ? withLimit(error, value)
        : { ...error, message, params: { ...error.params, isOwn: true } };
    });
    // Runs rules only if all schema errors are known, because rules need to know which parts are valid.
    const areKnown = isSmall && located.length === errors.length;
    const byRules = areKnown
      ? (brokenRules?.(
          value,
          applicable.map(({ pointer }) => pointer),
        ) ?? [])
      : [];
    validate.errors = [...bySchema, ...byRules].slice(0, MAX_ERRORS) as Errors;
    return validate.errors.length === 0;
  };
  validate.errors = [];
  return validate;
});

function compile(schema: Type.TSchema) {
  const exact = exactSchema(schema);
  const text = JSON.stringify(schema);
  let all: ReturnType<typeof allErrorsAjv.compile> | undefined;
  return {
    check: requestAjv.compile(exact),
    everyError: () => (all ??= allErrorsAjv.compile(exact)),
    // 0 for a recursive schema, because finding all its errors may take exponential time.
    maxSize: text.includes('"$ref"') ? 0 : MAX_WORK / text.length,
    brokenRules: ruleCheckOf(schema),
  };
}

/**
 * Adds their pointers to the first `MAX_ERRORS` errors. Drops errors below a path of more than `MAX_PATH` characters, unless there are no others: a
 * hostile key would be copied into the pointer of each error beneath it.
 */
function locatedIn(errors: Errors) {
  const first = errors.slice(0, MAX_ERRORS);
  const short = first.filter(({ instancePath }) => instancePath.length <= MAX_PATH);
  return (short.length > 0 ? short : first.slice(0, 1)).map((error) => ({
    ...error,
    pointer: pointerOf(error),
  }));
}

/**
 * True if the size of a value is at most `maxSize`, and no name is longer than `MAX_NAME`: Ajv copies the names into the path of each error. Each
 * property or item counts 1, plus 1 per 64 characters of its name and string value.
 */
function isWithinSize(maxSize: number, value: unknown): boolean {
  let size = 0;
  JSON.stringify(value, (name, member: unknown) => {
    size +=
      name.length > MAX_NAME
        ? Infinity
        : 1 + (name.length + (typeof member === 'string' ? member.length : 0)) / 64;
    return size > maxSize || typeof member === 'bigint' ? undefined : member;
  });
  return size <= maxSize;
}

/** Returns a serializer that writes only the fields that the schema names. */
export const serializerOf = oncePerSchema((schema) => fastJson(schema as never) as (body: unknown) => string);

export const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) => {
  let serialize: ((body: unknown) => string) | undefined;
  return (body) => (serialize ??= serializerOf(schema))(body);
};
