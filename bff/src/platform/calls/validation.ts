import { setImmediate } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import formats from 'ajv-formats';
import type Type from 'typebox';
import { bodyOptions } from '#contract/kit/body-validation.ts';

const validator = (coerceTypes: false | 'array') =>
  formats.default(new Ajv2020({ ...bodyOptions, coerceTypes }));

export const strict = validator(false);
const coercing = validator('array');

/** Params, query and header fields are text and are coerced; bodies are not. All errors are reported at once. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const compiled = lazily(() => (httpPart === 'body' ? strict : coercing).compile(schema));
  const validate = (value: unknown) => {
    const check = compiled();
    const isValid = check(value);
    validate.errors = check.errors ?? null;
    return isValid;
  };
  validate.errors = null as NonNullable<ValidateFunction['errors']> | null;
  return validate;
};

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
