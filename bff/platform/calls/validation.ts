import type { FastifySchemaCompiler } from 'fastify';
import type Type from 'typebox';
import { ruleCheckOf } from '#platform/contract/schema/rule-check.ts';
import { coercionOf } from '#platform/contract/schema/coerce.ts';
import { enforcedSchema } from '#platform/contract/schema/enforced-schema.ts';
import { memberOf, segmentsOf } from '#platform/contract/schema/json-pointer.ts';
import { oncePerSchema } from '#platform/contract/schema/once-per-schema.ts';
import { nodeAt, nodeOf } from '#platform/contract/schema/schema-node.ts';
import { isExact, isNumeral } from '#platform/contract/exact-number.ts';
import { pointerOf } from '#platform/http/errors/invalid-fields.ts';
import { allErrorsAjv, requestAjv } from '#platform/schema/ajv.ts';

const MAX_ERRORS = 50;
/** Maximum characters of an error's path. Errors with a longer path are left out, unless there are no others. */
const MAX_PATH = 1_000;
/** Maximum characters of a property's name. If a value has a longer one, only the first error is reported. */
const MAX_NAME = 200;
/** Maximum product of value size and schema length. Above it, only the first error is reported, instead of all errors. */
const MAX_WORK = 1_000_000;

/** Keywords whose errors say only that another one has an error. */
const REPEATING = new Set(['if', 'propertyNames']);

type Errors = NonNullable<ReturnType<FastifySchemaCompiler<Type.TSchema>>['errors']>;
type Located = Errors[number] & { readonly pointer: string };

interface Validator {
  (value: unknown): boolean;
  errors: Errors;
}

/** Returns the validator of a body, or of params, query or headers, which arrive as strings. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) =>
  httpPart === 'body' ? bodyValidator(schema) : paramsValidator(schema);

export const formValidatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema }) =>
  paramsValidator(schema);

/** Returns a validator of params, query, headers or form fields, which arrive as strings and are coerced first. */
const paramsValidator = oncePerSchema((schema: Type.TSchema) => {
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
export const bodyValidator = oncePerSchema((schema: Type.TSchema): Validator => {
  let compiled: ReturnType<typeof compile> | undefined;
  const validate: Validator = (value) => {
    compiled ??= compile(schema);
    const { check, everyError, maxSize, brokenRules } = compiled;
    const isValid = check(value);
    if (isValid && !brokenRules) return true;
    const isSmall = isValid || isWithinSize(maxSize, value);
    let errors: Errors = check.errors ?? [];
    if (check.errors && isSmall && !everyError()(value)) errors = everyError().errors ?? [];
    const located = locatedIn(errors);
    const bySchema = located.map((error) => withText(error, schema, value));
    // Runs rules only if all schema errors are known, because rules need to know which parts are valid.
    const areKnown = isSmall && located.length === errors.length;
    const byRules = areKnown
      ? (brokenRules?.(
          value,
          located.map(({ pointer }) => pointer),
        ) ?? [])
      : [];
    validate.errors = [...bySchema, ...byRules].slice(0, MAX_ERRORS) as Errors;
    return validate.errors.length === 0;
  };
  validate.errors = [];
  return validate;
});

/** Replaces the text of Ajv with the product's own, or with an explanation if Ajv's would not help. */
function withText(error: Located, schema: Type.TSchema, value: unknown): Located {
  const { keyword, pointer, params } = error;
  const path = segmentsOf(pointer);
  const { kind, keywords = {} } = nodeAt(nodeOf(schema), path, value) ?? {};
  const message = keywords.messages?.[keyword] ?? keywords.message;
  if (message !== undefined) return { ...error, message, params: { ...params, isOwn: true } };
  if (keyword !== 'type') return error;
  const sent = path.reduce(memberOf, value);
  if (typeof sent === 'number' && keywords.format === 'int64')
    return { ...error, message: 'must be a string: a JSON number does not represent every 64-bit integer' };
  const isNumber = kind === 'number' || kind === 'integer';
  return isNumber && typeof sent === 'string' && isNumeral(sent) && !isExact(sent)
    ? { ...error, message: `must be ${kind} that a double represents exactly` }
    : error;
}

function compile(schema: Type.TSchema) {
  const enforced = enforcedSchema(schema, 'request');
  let all: ReturnType<typeof allErrorsAjv.compile> | undefined;
  return {
    check: requestAjv.compile(enforced),
    everyError: () => (all ??= allErrorsAjv.compile(enforced)),
    maxSize: MAX_WORK / JSON.stringify(enforced).length,
    brokenRules: ruleCheckOf(nodeOf(schema)),
  };
}

/**
 * Adds their pointers to the first `MAX_ERRORS` errors. Drops errors below a path of more than `MAX_PATH` characters, unless there are no others: a
 * hostile key would be copied into the pointer of each error beneath it. Drops those of `REPEATING`.
 */
function locatedIn(errors: Errors): Located[] {
  const first = errors.filter(({ keyword }) => !REPEATING.has(keyword)).slice(0, MAX_ERRORS);
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
    return size > maxSize ? undefined : member;
  });
  return size <= maxSize;
}
