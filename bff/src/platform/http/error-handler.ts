import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fastJson from 'fast-json-stringify';
import fp from 'fastify-plugin';
import type Type from 'typebox';
import { AppError, platformError } from '#contract/kit/app-error.ts';
import { codeByStatus } from '#contract/kit/platform-errors.ts';
import { allowedMethods } from './allowed-methods.ts';
import { ClientDisconnected } from './deadlines.ts';
import { invalidFieldsOf } from '#platform/calls/invalid-fields.ts';
import { lineOf } from '#platform/operations/logging.ts';
import { problem } from '#edge/problem.ts';
import { isBeneathApi } from '#edge/paths.ts';
import { securityHeaders } from '#edge/security-headers.ts';

/** Everything that fails leaves here: beneath the API path as a problem (RFC 9457), elsewhere as a line of text. */
export const problems = fp(
  async (app) => {
    const allowed = allowedMethods(app);
    app.setErrorHandler(sendProblem);
    app.setNotFoundHandler((request, reply) => {
      const methods = allowed(request.url);
      if (methods.length === 0) return sendProblem(platformError('not-found'), request, reply);
      reply.header('allow', methods.join(', '));
      return sendProblem(platformError('method-not-allowed'), request, reply);
    });
  },
  { name: 'problems' },
);

/** An address that the router could not read has passed no hook: it is given here what the hooks give. */
export function sendUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(securityHeaders).header('x-request-id', request.id);
  sendProblem(error, request, reply);
  request.log.info(lineOf(request, reply), 'request');
}

/** Answers with the catalogue's error; what the server knows beyond it goes into the log. */
function sendProblem(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof AppError ? error : toAppError(error);
  const { code, entry, statusCode: status, title, detail, extra } = known;
  if (error instanceof ClientDisconnected) request.log.info(error.message);
  else if (status >= 500) request.log.error({ err: known.cause ?? known, code }, title);
  void reply.code(status).header('cache-control', 'no-store');
  if (isBeneathApi(request.url)) {
    const body = problem(code, { status, title, detail }, request.id, named(entry.extra, extra));
    void reply.type('application/problem+json').send(JSON.stringify(body));
  } else {
    void reply.type('text/plain; charset=utf-8').send(`${status} ${STATUS_CODES[status]}\n`);
  }
}

const writers = new WeakMap<object, (extra: object) => string>();

/** Of what an error was given, the fields that its entry names: as with replies, nothing else leaves. */
function named(schema: Type.TObject | undefined, extra: object): object {
  if (!schema) return {};
  const write = writers.get(schema) ?? (fastJson(schema as never) as (extra: object) => string);
  writers.set(schema, write);
  try {
    return JSON.parse(write(extra)) as object;
  } catch {
    // A field that is missing is no reason to lose the error itself.
    return {};
  }
}

/** The platform's error for one that Fastify or a library has thrown. */
function toAppError(error: FastifyError): AppError {
  if (error.validation) {
    const faults = invalidFieldsOf(error);
    return platformError(error.validationContext === 'body' ? 'invalid-content' : 'bad-request', {
      extra: { faults },
      cause: error,
    });
  }
  const status = error.statusCode ?? 500;
  const code = codeByStatus.get(status) ?? (status < 500 ? 'bad-request' : 'internal');
  return platformError(code, { cause: error });
}
