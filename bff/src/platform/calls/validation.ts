import { setImmediate } from 'node:timers/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

const validator = (coerceTypes: false | 'array') =>
  formats.default(
    new Ajv2020({ allErrors: true, useDefaults: true, removeAdditional: false, coerceTypes, strict: false }),
  );

const strict = validator(false);
const coercing = validator('array');

/** Bodies are taken as they are; params, query and header fields come as text and are coerced. Every fault is told at once. */
export const validatorCompiler: FastifySchemaCompiler<Type.TSchema> = ({ schema, httpPart }) => {
  const compiled = whenNeeded(() => (httpPart === 'body' ? strict : coercing).compile(schema));
  const validate = (value: unknown) => {
    const found = compiled();
    const isValid = found(value);
    validate.errors = found.errors ?? null;
    return isValid;
  };
  validate.errors = null as NonNullable<ValidateFunction['errors']> | null;
  return validate;
};

/** A reply leaves through its schema alone. */
export const serializerCompiler: FastifySerializerCompiler<Type.TSchema> = ({ schema }) => {
  const compiled = whenNeeded(() => fastJson(schema as never));
  return (body) => compiled()(body as never);
};

const waiting = new Set<() => unknown>();

/** Compiling every schema would be most of the start of an application with many calls: the first request that needs it … */
function whenNeeded<T>(compile: () => T): () => T {
  let made: T | undefined;
  const get = () => {
    waiting.delete(get);
    return (made ??= compile());
  };
  waiting.add(get);
  return get;
}

/** … or, one by one once the application listens, this does it. Rejects with what is wrong with a schema. */
export async function compileWaiting(): Promise<void> {
  for (const compile of waiting) {
    await setImmediate();
    compile();
  }
}
