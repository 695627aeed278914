import type { Ajv2019 } from 'ajv/dist/2019.js';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type Type from 'typebox';
import { pointerOf } from '#platform/http/errors/invalid-fields.ts';
import { createAjv } from './bounded-ajv.ts';
import { ownMessage } from '#contract/kit/schema/schema-node.ts';
import { ruleCheckOf } from '#contract/kit/rules.ts';

/** Stops at the first error, so that the cost of a request does not grow with its errors. */
export const strict = createAjv(false, false);
const coercing = createAjv(false, 'array');

/** Report every error, for small values. */
const thorough = new Map([
  [strict, createAjv(true, false)],
  [coercing, createAjv(true, 'array')],
]);

const MAX_ERRORS = 50;
/** Limit of the parts of a value times the characters of its schema, up to which all errors are reported. */
const MAX_WORK = 1_000_000;

type Errors = NonNullable<ReturnType<FastifySchemaCompiler<Type.TSchema>>['errors']>;

/** Coerces params, query and headers, which are text, but not bodies. Reports all errors at once, including broken rules, unless the value is too large. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? strict : coercing);

/** Also coerces form fields, which arrive as text. */
export const formValidatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema }) =>
  validatorOf(schema, coercing);

export function validatorOf(schema: Type.TSchema, ajv: Ajv2019) {
  const check = ajv.compile(schema);
  let everyError: ReturnType<typeof ajv.compile> | undefined;
  const text = JSON.stringify(schema);
  // With a recursive schema, finding all errors may take exponential time.
  const most = text.includes('"$ref"') ? 0 : MAX_WORK / text.length;
  const brokenRules = ruleCheckOf(schema);
  const validate = (value: unknown) => {
    const isValid = check(value);
    if (isValid && !brokenRules) return true;
    const isSmall = isValid || hasAtMost(most, value);
    let errors: Errors = isValid ? [] : (check.errors ?? []);
    if (!isValid && isSmall) {
      everyError ??= thorough.get(ajv)?.compile(schema);
      if (everyError && !everyError(value)) errors = everyError.errors ?? [];
    }
    const bySchema = errors.slice(0, MAX_ERRORS).map((error) => {
      const message = ownMessage(schema, pointerOf(error), error.keyword);
      return message === undefined ? error : { ...error, message, params: { ...error.params, isOwn: true } };
    });
    // A rule runs only on parts that satisfy the schema, so all errors must be known.
    const areKnown = isSmall && errors.length <= MAX_ERRORS;
    const byRules = areKnown ? (brokenRules?.(value, errors.map(pointerOf)) ?? []) : [];
    validate.errors = [...bySchema, ...byRules].slice(0, MAX_ERRORS) as Errors;
    return validate.errors.length === 0;
  };
  validate.errors = [] as Errors;
  return validate;
}

/** True if the size of a value is at most `most`: each property or item counts 1, and every 64 characters of a string or name 1 more. */
function hasAtMost(most: number, value: unknown): boolean {
  let parts = 0;
  JSON.stringify(value, (name, part: unknown) => {
    parts += 1 + (name.length + (typeof part === 'string' ? part.length : 0)) / 64;
    return parts > most ? undefined : part;
  });
  return parts <= most;
}

/** Serializes only the fields that the schema names. */
export const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) =>
  fastJson(schema as never) as (body: unknown) => string;
