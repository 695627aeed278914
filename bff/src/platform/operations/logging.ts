import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import pino from 'pino';
import { pathOf } from '#edge/paths.ts';

export const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  path: pathOf(request.originalUrl),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  ip: request.ip,
});

/** One line a request, without its query and header fields: those may carry what nobody should read. */
class OneLineARequest extends LogController {
  readonly #lines: pino.Logger;

  constructor(lines: pino.Logger) {
    super({ requestIdLogLabel: 'requestId' });
    this.#lines = lines;
  }

  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = { requestId: request.id, ...lineOf(request, reply) };
    if (error) request.log.error({ ...line, err: error }, 'request');
    else this.#lines.info(line, 'request');
  }
}

const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

type Logging = { loggerInstance: FastifyBaseLogger; logController: LogController };

/** JSON lines, secrets blanked out. */
export function logging(level: string, to: pino.DestinationStream = standardOutput()): Logging {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const redact = secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]);
  return {
    loggerInstance: pino({ ...options, redact, serializers: { err: pino.stdSerializers.err } }, to),
    // The fields of a request's line are chosen: there is no secret to look for, and looking costs as much as writing.
    logController: new OneLineARequest(pino(options, to)),
  };
}

/** Written in pieces of 8 kB, at least twice a second, and when the process ends: no request waits for it. */
function standardOutput(): pino.DestinationStream {
  const to = pino.destination({ sync: false, minLength: 8_192 });
  setInterval(() => to.flush(), 500).unref();
  return to;
}
