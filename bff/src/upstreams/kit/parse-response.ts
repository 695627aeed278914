import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';
import type { UpstreamResponse } from './exchange.ts';
import { UpstreamError } from './upstream-error.ts';

const ajv = formats.default(new Ajv2020({ strict: false }));
const compiled = new WeakMap<object, ValidateFunction>();
/** For schemas that a client writes where it asks: a new object each time, of the same text. */
const compiledByText = new Map<string, ValidateFunction>();

function validatorOf(schema: Type.TSchema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const validate = compiledByText.get(text) ?? ajv.compile(schema);
  compiledByText.set(text, validate);
  compiled.set(schema, validate);
  return validate;
}

const isJson = (contentType: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);

/** The JSON of an error, which need not be any. */
export function parseLeniently({ contentType, text = '' }: UpstreamResponse): unknown {
  if (!isJson(contentType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON of a success, checked; fields that the schema does not name may be there. Throws `unusable`. */
export function parseStrictly({ contentType, text = '' }: UpstreamResponse, schema: Type.TSchema): unknown {
  if (!isJson(contentType))
    throw new UpstreamError('unusable', `sent ${contentType || 'no content type'} instead of JSON`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UpstreamError('unusable', 'sent no valid JSON', { cause });
  }
  const validate = validatorOf(schema);
  if (validate(value)) return value;
  // Where and which rule, but not the value: it may be personal.
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
  );
  throw new UpstreamError('unusable', `sent JSON that breaks the schema: ${faults.join('; ')}`);
}
