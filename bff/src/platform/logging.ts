import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import pino from 'pino';

/** One line a request, without its query and header fields: those may carry what nobody should read. */
class OneLineARequest extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const line = {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    };
    if (error) request.log.error({ ...line, err: error }, 'request');
    else request.log.info(line, 'request');
  }
}

const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

type Logging = { loggerInstance: FastifyBaseLogger; logController: LogController };

/** JSON lines on standard output, written without holding up a request, secrets blanked out. */
export const logging = (
  level: string,
  to: pino.DestinationStream = pino.destination({ sync: false }),
): Logging => ({
  loggerInstance: pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
      serializers: { err: pino.stdSerializers.err },
    },
    to,
  ),
  logController: new OneLineARequest({ requestIdLogLabel: 'requestId' }),
});
