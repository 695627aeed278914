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
/**
 * The same schema, refusing fields that it does not name, all the way down; one that says itself what else it takes is left
 * alone. Where fields come from several schemas, they are counted together (`unevaluatedProperties`, JSON Schema 2020-12).
 */
export function closed(schema) {
  const close = (node, part = false) => {
    if (Array.isArray(node)) return node.map((one) => close(one, part));
    if (typeof node !== 'object' || node === null) return node;
    const given = node;
    const combined = 'allOf' in given;
    const out = { ...given };
    for (const keyword of ['properties', 'patternProperties', '$defs']) {
      const children = given[keyword];
      if (typeof children === 'object' && children !== null)
        out[keyword] = Object.fromEntries(
          Object.entries(children).map(([name, child]) => [name, close(child)]),
        );
    }
    for (const keyword of ['items', 'prefixItems', 'additionalProperties']) {
      if (typeof given[keyword] === 'object') out[keyword] = close(given[keyword]);
    }
    for (const keyword of ['anyOf', 'oneOf'])
      if (keyword in given) out[keyword] = close(given[keyword], part);
    if (combined) out['allOf'] = close(given['allOf'], true);
    const open =
      'additionalProperties' in given || 'unevaluatedProperties' in given || 'patternProperties' in given;
    if (part || open || !('properties' in given || combined)) return out;
    return { ...out, [combined ? 'unevaluatedProperties' : 'additionalProperties']: false };
  };
  return close(schema);
}
