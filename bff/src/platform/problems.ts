import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { AppError } from './app-error.ts';
import { allowedMethods } from './allowed-methods.ts';
import { problem } from './problem.ts';
import { isBeneathApi } from './request-path.ts';
import { securityHeaders } from './security.ts';

/** Everything that fails leaves here: beneath the API path as a problem (RFC 9457), elsewhere as a line of text. */
export const problems = fp(
  async (app) => {
    const allowed = allowedMethods(app);
    app.setErrorHandler(sendProblem);
    app.setNotFoundHandler((request, reply) => {
      const methods = allowed(request.url);
      if (methods.length === 0) return sendProblem(new AppError('not-found'), request, reply);
      reply.header('allow', methods.join(', '));
      return sendProblem(new AppError('method-not-allowed'), request, reply);
    });
  },
  { name: 'problems' },
);

/** Answers with the catalogue's error; what the server knows beyond it goes into the log. */
function sendProblem(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error instanceof AppError ? error : new AppError(codeOf(error), { cause: error });
  if (known.statusCode >= 500) request.log.error(known.cause ?? known, known.message);
  void reply.code(known.statusCode).header('cache-control', 'no-store');
  if (isBeneathApi(request.url)) {
    void reply
      .type('application/problem+json')
      .send(JSON.stringify(problem(known.code, request.id, known.detail)));
  } else {
    void reply
      .type('text/plain; charset=utf-8')
      .send(`${known.statusCode} ${STATUS_CODES[known.statusCode]}\n`);
  }
}

/** An address that the router could not read has passed no hook: it is given here what the hooks give. */
export function sendUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(securityHeaders).header('x-request-id', request.id);
  sendProblem(error, request, reply);
}

function codeOf(error: FastifyError): ErrorCode {
  if (error.code === 'FST_ERR_HANDLER_TIMEOUT') return 'deadline-exceeded';
  return (
    codeByStatus.get(error.statusCode ?? 500) ??
    ((error.statusCode ?? 500) < 500 ? 'bad-request' : 'internal')
  );
}

const codeByStatus = new Map<number, ErrorCode>(
  (Object.keys(errors) as ErrorCode[]).toReversed().map((code) => [errors[code].status, code]),
);
