import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, platformError } from '#platform/contract/app-error.ts';
import { codeByStatus } from '#platform/contract/platform-errors.ts';
import { allowedMethods } from './allowed-methods.ts';
import { ClientDisconnected } from '#platform/http/deadlines.ts';
import { invalidFieldsOf } from './invalid-fields.ts';
import { requestFields } from '#platform/http/request-fields.ts';
import { notSavedPage } from '#platform/edge/error-pages.ts';
import { problem } from '#platform/edge/problem.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';
import { declaredValue } from '#platform/schema/declared-value.ts';

/** Sends 405 or 404 for a request without a route, after the session lookup, and before reading the body. */
export const unknownRoutes = fp(async function unknownRoutes(app) {
  const allowed = allowedMethods(app);
  const sendUnknownRoute = (request: FastifyRequest, reply: FastifyReply): void => {
    const methods = allowed(request.url);
    if (methods.length > 0) reply.header('allow', methods.join(', '));
    sendProblem(platformError(methods.length > 0 ? 'method-not-allowed' : 'not-found'), request, reply);
  };
  app.setNotFoundHandler(sendUnknownRoute);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) sendUnknownRoute(request, reply);
    else done();
  });
});

export const INVALID_ENCODING = 'Path and query must be percent-encoded UTF-8; a percent sign is %25.';

/** Sends the error for a URL that the router cannot parse. Also adds the headers and the log line, because no hook has run. */
export function sendUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(securityHeaders).header('x-request-id', request.id);
  const isInvalid = error.code === 'FST_ERR_BAD_URL';
  const known = isInvalid ? platformError('bad-request', { detail: INVALID_ENCODING, cause: error }) : error;
  sendProblem(known, request, reply);
  request.log.info(requestFields(request, reply), 'request');
}

/** Returns an error as a problem (RFC 9457), with its status and retry time. Logs server errors. The `cause` is only logged. */
export function problemOf(error: FastifyError | AppError, request: FastifyRequest) {
  const [known, extensions] = declared(error instanceof AppError ? error : toAppError(error));
  const { code, statusCode: status, title, detail } = known;
  if (error instanceof ClientDisconnected) request.log.info(error.message);
  else if (status >= 500) request.log.error({ err: known.cause ?? known, code }, title);
  const retryAfterSeconds = known.retryAfterSeconds ?? (status === 503 ? 1 : undefined);
  return {
    status,
    retryAfterSeconds,
    body: problem(code, { status, title, detail }, request.id, extensions),
  };
}

/**
 * Sends an error with its catalogue entry: beneath the API path as a problem, elsewhere as a line of text, or as a page if a browser has submitted a
 * form.
 */
export function sendProblem(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, retryAfterSeconds, body } = problemOf(error, request);
  void reply.code(status).header('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (isBeneathApi(request.url)) {
    void reply.type('application/problem+json').send(JSON.stringify(body));
  } else if (request.method === 'POST' && (status === 405 || status === 413)) {
    void reply.type('text/html; charset=utf-8').send(notSavedPage);
  } else {
    void reply.type('text/plain; charset=utf-8').send(`${status} ${STATUS_CODES[status]}\n`);
  }
}

/** Returns the error with its declared extension members. If they do not match the catalogue, returns the error `internal` instead. */
function declared(error: AppError): readonly [AppError, extensions: object] {
  const { code, entry, extensions } = error;
  if (!entry.extensions) return [error, {}];
  try {
    return [error, declaredValue(entry.extensions)(extensions, `the error ${code}`) as object];
  } catch (cause) {
    return [platformError('internal', { cause }), {}];
  }
}

function toAppError(error: FastifyError): AppError {
  if (error.validation) {
    const code = error.validationContext === 'body' ? 'unprocessable-content' : 'bad-request';
    return platformError(code, { extensions: { errors: invalidFieldsOf(error) }, cause: error });
  }
  const status = error.statusCode ?? 500;
  const code = codeByStatus.get(status) ?? (status < 500 ? 'bad-request' : 'internal');
  return platformError(code, { cause: error });
}
