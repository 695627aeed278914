import { Ajv2019, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';
import type Type from 'typebox';
import { fail } from '#contract/kit/fail.ts';
import type { UpstreamRequest } from './define-upstream.ts';
import type { UpstreamResponse } from './exchange.ts';
import { invalidResponse } from './upstream-error.ts';

const ajv = formats.default(new Ajv2019({ strict: false, meta: false, validateSchema: false }));
const compiled = new WeakMap<object, ValidateFunction>();
/** For a schema that a client writes within its call: a new object for each request, of the same text. */
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

/** The JSON of an error response, unchecked; undefined if it is none. */
function parseError({ contentType, text = '' }: UpstreamResponse): unknown {
  if (!isJson(contentType)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A success whose body is not needed is empty or JSON. Throws `invalid-response` for a page, such as one that says that the service is maintained. */
function checkUnread({ contentType, text }: UpstreamResponse): undefined {
  if (text && !isJson(contentType))
    throw invalidResponse(`sent ${contentType || 'no content type'} instead of JSON`);
}

/** The JSON of a success, validated; fields that the schema does not name are allowed. Throws `invalid-response`. */
function parseSuccess({ contentType, text = '' }: UpstreamResponse, schema: Type.TSchema): unknown {
  if (!isJson(contentType)) throw invalidResponse(`sent ${contentType || 'no content type'} instead of JSON`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidResponse('sent no valid JSON', cause);
  }
  const validate = validatorOf(schema);
  if (validate(value)) return value;
  // The place and the rule, without the value: it may be personal.
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  throw invalidResponse(`sent JSON that breaks the schema: ${errors?.join('; ')}`);
}

/** The value that a request resolves with. Throws an error that its status is mapped to, or `invalid-response`. */
export function valueOf(response: UpstreamResponse, request: UpstreamRequest): unknown {
  if (response.status >= 400) {
    const mapped = request.errors?.[response.status];
    return typeof mapped === 'string' ? fail(mapped) : mapped?.(parseError(response));
  }
  if (request.response === 'stream') return response.stream;
  return request.response ? parseSuccess(response, request.response) : checkUnread(response);
}
