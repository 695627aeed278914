import { setImmediate } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import formats from 'ajv-formats';
import type Type from 'typebox';
import { bodyOptions, pointerOf } from '#contract/kit/schema/body-validation.ts';
import { ownMessage } from '#contract/kit/schema/own-message.ts';
import { ruleCheckOf } from '#contract/kit/rules.ts';

const validator = (coerceTypes: false | 'array') =>
  formats.default(new Ajv2020({ ...bodyOptions, coerceTypes }));

export const strict = validator(false);
const coercing = validator('array');

type Errors = NonNullable<ReturnType<FastifySchemaCompiler<Type.TSchema>>['errors']>;

/** Params, query and header fields are text and are coerced; bodies are not. All errors are reported at once, broken rules included. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) =>
  validatorOf(schema, httpPart === 'body' ? strict : coercing);

/** The fields of a form are text, too. */
export const formValidatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema }) =>
  validatorOf(schema, coercing);

function validatorOf(schema: Type.TSchema, ajv: Ajv2020) {
  const compiled = lazily(() => ajv.compile(schema));
  const brokenRules = ruleCheckOf(schema);
  const validate = (value: unknown) => {
    const check = compiled();
    if (check(value) && !brokenRules) return true;
    const invalid: Errors = check.errors ?? [];
    const bySchema = invalid.map((error) => {
      const message = ownMessage(schema, pointerOf(error), error.keyword);
      return message === undefined ? error : { ...error, message };
    });
    const byRules = brokenRules?.(value, bySchema.map(pointerOf)) ?? [];
    validate.errors = [...bySchema, ...byRules] as Errors;
    return validate.errors.length === 0;
  };
  validate.errors = [] as Errors;
  return validate;
}

/** Sends only the fields that the schema names. */
export const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) => {
  const compiled = lazily(() => fastJson(schema as never));
  return (body) => compiled()(body as never);
};

const pending = new Set<() => unknown>();

/** Compiling all schemas would take most of the start-up time of an application with many calls. A schema is compiled by its first use ... */
function lazily<T>(compile: () => T): () => T {
  let compiled: T | undefined;
  const get = () => {
    pending.delete(get);
    return (compiled ??= compile());
  };
  pending.add(get);
  return get;
}

/** ... or by this, one after the other, once the application listens. Rejects with the error of an invalid schema. */
export async function compilePending(): Promise<void> {
  for (const compile of pending) {
    await setImmediate();
    compile();
  }
}
