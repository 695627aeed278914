import { setImmediate } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import formats from 'ajv-formats';
const validator = (coerceTypes) =>
  formats.default(
    new Ajv2020({ allErrors: true, useDefaults: true, removeAdditional: false, coerceTypes, strict: false }),
  );
const strict = validator(false);
const coercing = validator('array');
/** Bodies are taken as they are; params, query and header fields come as text and are coerced. Every fault is told at once. */
export const validatorCompiler = ({ schema, httpPart }) => {
  const compiled = whenNeeded(() => (httpPart === 'body' ? strict : coercing).compile(schema));
  const validate = (value) => {
    const found = compiled();
    const isValid = found(value);
    validate.errors = found.errors ?? null;
    return isValid;
  };
  validate.errors = null;
  return validate;
};
/** A reply leaves through its schema alone. */
export const serializerCompiler = ({ schema }) => {
  const compiled = whenNeeded(() => fastJson(schema));
  return (body) => compiled()(body);
};
const waiting = new Set();
/** Compiling every schema would be most of the start of an application with many calls: the first request that needs it … */
function whenNeeded(compile) {
  let made;
  const get = () => {
    waiting.delete(get);
    return (made ??= compile());
  };
  waiting.add(get);
  return get;
}
/** … or, one by one once the application listens, this does it. Rejects with what is wrong with a schema. */
export async function compileWaiting() {
  for (const compile of waiting) {
    await setImmediate();
    compile();
  }
}
