import type { ValidateFunction } from 'ajv';
import type Type from 'typebox';
import { fail } from '#platform/contract/fail.ts';
import { parseExactly, withoutBigInts } from './exact-json.ts';
import { responseValidator } from './response-schema.ts';
import type { UpstreamRequest } from './define-upstream.ts';
import type { UpstreamResponse } from './exchange.ts';
import { invalidResponse } from './upstream-error.ts';

/** `call` names the request in the message if validation cannot enforce the schema. */
function validatorOf(schema: Type.TSchema, call: string): ValidateFunction {
  try {
    return responseValidator(schema);
  } catch (cause) {
    throw new Error(`response schema of ${call}: ${(cause as Error).message}`, { cause });
  }
}

const isJson = (contentType: string) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType);

/** Parses an error response without validation. Integers beyond ±(2⁵³ − 1) become strings. Returns undefined if the response is not JSON. */
function parseError({ contentType, text = '' }: UpstreamResponse): unknown {
  if (!isJson(contentType)) return undefined;
  try {
    return withoutBigInts(parseExactly(text));
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
  let parsed: ReturnType<typeof parseExactly>;
  try {
    parsed = parseExactly(text);
  } catch (cause) {
    throw invalidResponse('sent invalid JSON', cause);
  }
  const validate = validatorOf(schema, call);
  // Validation replaces the integers for which the schema declares a string.
  if (validate(parsed.value)) return withoutBigInts(parsed);
  // The message omits the value, because it may be personal data.
  const errors = validate.errors?.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  throw invalidResponse(`sent JSON that breaks the schema: ${errors?.join('; ')}`);
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
