import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import pino from 'pino';
import { pathOf } from '#edge/paths.ts';

/** The fields of a request's log line. */
export const requestFields = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  path: pathOf(request.originalUrl),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  ip: request.ip,
});

/** Logs one line for each request, without query and header fields, which may contain secrets. */
class OneLinePerRequest extends LogController {
  readonly #lines: pino.Logger;

  constructor(lines: pino.Logger) {
    super({ requestIdLogLabel: 'requestId' });
    this.#lines = lines;
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const line = { requestId: request.id, ...requestFields(request, reply) };
    if (error) request.log.error({ ...line, err: error }, 'request');
    else this.#lines.info(line, 'request');
  }
}

const secretFields = ['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token'];

interface LogOptions {
  readonly to?: pino.DestinationStream | undefined;
  /** Texts that no line contains. */
  readonly secrets?: readonly string[];
}

/** JSON lines without secrets; on a terminal, lines for people. */
export function logging(level: string, { to = standardOutput(), secrets = [] }: LogOptions = {}) {
  const hooks = secrets.length > 0 && { hooks: { streamWrite: hiding(secrets) } };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, ...hooks };
  const redact = secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]);
  const serializers = { err: pino.stdSerializers.err };
  const loggerInstance: FastifyBaseLogger = pino({ ...options, redact, serializers }, to);
  // A request's line has known fields and so no secrets; to search it for them would cost as much as to write it.
  return { loggerInstance, logController: new OneLinePerRequest(pino(options, to)) };
}

/** Replaces the texts in a line of JSON, wherever they are: in a field, in an error, in a URL. */
function hiding(texts: readonly string[]) {
  const hidden = texts.flatMap((text) => [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]);
  return (line: string) => hidden.reduce((shown, text) => shown.replaceAll(text, '[secret]'), line);
}

/** Written in pieces of 8 kB, at least once a second, and at the end of the process: no request waits for it. */
function standardOutput(): pino.DestinationStream {
  if (process.stdout.isTTY) return { write: (entry) => void process.stdout.write(readable(entry)) };
  const to = pino.destination({ sync: false, minLength: 8_192 });
  setInterval(() => to.flush(), 1_000).unref();
  return to;
}

/** A log entry for people: time, level and fields as `name=value`, without time and level where there is only an information. */
export function readable(entry: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(entry) as Record<string, unknown>;
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const { stack } = (err ?? {}) as { stack?: string };
  const label = pino.levels.labels[Number(level)] ?? 'info';
  if (label === 'info' && pairs.length === 0) return `${String(msg)}\n`;
  const line = [String(time).slice(11, 19), label.toUpperCase(), msg, ...pairs].join(' ');
  return `${line}\n${stack ? `${stack}\n` : ''}`;
}
