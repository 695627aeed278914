import type { ValidateFunction } from 'ajv';
import type Type from 'typebox';
import { responseAjv } from '#platform/ajv.ts';
import { exactReviver } from '#platform/contract/exact-number.ts';
import { fail } from '#platform/contract/fail.ts';
import { exactSchema } from '#platform/contract/schema/exact-schema.ts';
import { schemaErrors } from '#platform/schema-errors.ts';
import type { UpstreamRequest } from './define-upstream.ts';
import type { UpstreamResponse } from './exchange.ts';
import { invalidResponse } from './upstream-error.ts';

const compiled = new WeakMap<object, ValidateFunction>();
/** Validators by the JSON of their schema, for clients that create a schema per request. */
const compiledByText = new Map<string, ValidateFunction>();

/** Returns the schema's validator. Throws if validation cannot enforce the whole schema. `call` names the request in the message. */
function validatorOf(schema: Type.TSchema, call: string): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const mistakes = schemaErrors(schema, new WeakSet());
  if (mistakes.length > 0) throw new Error(`response schema of ${call}${mistakes.join('; ')}`);
  const text = JSON.stringify(schema);
  const validate = compiledByText.get(text) ?? responseAjv.compile(exactSchema(schema));
  compiledByText.set(text, validate);
  compiled.set(schema, validate);
  return validate;
}

const isJson = (contentType: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);

/** Parses an error response without validation. Integers beyond ±(2⁵³ − 1) become strings. Returns undefined if the response is not JSON. */
function parseError({ contentType, text = '' }: UpstreamResponse): unknown {
  if (!isJson(contentType)) return undefined;
  try {
    return replaceBigInts(JSON.parse(text, exactReviver(text)), String);
  } catch {
    return undefined;
  }
}

/**
 * Parses and validates a success. Allows fields that the schema does not name. Throws `invalid-response` if the body is invalid. Without a
 * schema, checks only that the body is empty or its type is JSON, to reject, for example, the HTML page of a service in maintenance.
 */
function parseSuccess(
  { contentType, text = '' }: UpstreamResponse,
  schema: Type.TSchema | undefined,
  call: string,
): unknown {
  if (!schema && text === '') return undefined;
  if (!isJson(contentType)) throw invalidResponse(`sent ${contentType || 'no content type'} instead of JSON`);
  if (!schema) return undefined;
  const reviver = exactReviver(text);
  let value: unknown;
  try {
    value = JSON.parse(text, reviver);
  } catch (cause) {
    throw invalidResponse('sent invalid JSON', cause);
  }
  const validate = validatorOf(schema, call);
  if (validate(value)) return reviver ? replaceBigInts(value, Number) : value;
  // The message omits the value, because it may be personal data.
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  throw invalidResponse(`sent JSON that breaks the schema: ${errors?.join('; ')}`);
}

/** Replaces the `bigint`s in fields without a schema, because `JSON.stringify` throws for a `bigint`. */
function replaceBigInts(value: unknown, replace: (integer: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return replace(value);
  if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      Object.assign(value, { [name]: replaceBigInts(part, replace) });
  return value;
}

/** Returns the result of a request. Throws the error that the response's status is mapped to, or `invalid-response`. */
export function valueOf(response: UpstreamResponse, request: UpstreamRequest): unknown {
  if (response.status >= 400) {
    const mapped = request.errors?.[response.status];
    return typeof mapped === 'string' ? fail(mapped) : mapped?.(parseError(response));
  }
  if (request.response === 'stream') return response.stream;
  return parseSuccess(response, request.response, `${request.method} ${request.path}`);
}
