import type { IncomingMessage } from 'node:http';
import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify';
import pino, { type Bindings } from 'pino';
import { requestFields } from '#platform/http/request-fields.ts';
import { traceIdOf, traceparentOf } from '#platform/tracing/traceparent.ts';
import { standardOutput } from './log-output.ts';

/** Logs one line per request. Omits the query and most headers, which may contain secrets. */
class OneLinePerRequest extends LogController {
  readonly #requestLogger: pino.Logger;

  constructor(requestLogger: pino.Logger) {
    super({ requestIdLogLabel: 'request_id' });
    this.#requestLogger = requestLogger;
  }

  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const fields = requestFields(request, reply);
    if (error) return request.log.error({ ...fields, err: error }, 'request');
    const ids = { request_id: request.id, trace_id: traceIdOf(traceparentOf(request)) };
    this.#requestLogger.info(Object.assign(ids, fields), 'request');
  }
}

const secretFields = new Set(['authorization', 'cookie', 'set-cookie', 'password', 'secret', 'token']);
/** Depth to which pino serializes an object. */
const DEPTH = 5;

/** Copies a value, and redacts secret fields at any depth. pino's `redact` would need the path of each field. */
function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH) return '[Object]';
  if (value instanceof Error) {
    // Removes `toJSON`. In errors of HTTP clients, `toJSON` returns the request instead of the message.
    const { toJSON: _toJSON, ...fields } = { toJSON: undefined, ...pino.stdSerializers.err(value) };
    return withoutSecrets(fields, depth);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return withoutSecrets(value.toJSON(), depth + 1);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretFields.has(name) ? '[Redacted]' : withoutSecrets(member, depth + 1),
    ]),
  );
}

interface LogOptions {
  readonly to?: pino.DestinationStream | undefined;
  readonly secrets?: readonly string[];
}

/** Creates a logger that writes JSON lines, or readable lines on a terminal. Replaces `secrets` in every line. */
export function logging(level: string, { to = output(), secrets = [] }: LogOptions = {}) {
  const hide = hiding(secrets);
  const hooks = { streamWrite: (line: string) => hide(line).replaceAll(/[\u007f-\u009f]/g, escapeControl) };
  const levelByName = (label: string) => ({ level: label });
  const safe = (fields: object) => withoutSecrets(fields) as Record<string, unknown>;
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks };
  const loggerInstance: FastifyBaseLogger = pino(
    {
      ...options,
      formatters: { level: levelByName, bindings: safe, log: safe },
      // `withoutSecrets` has already serialized errors, at any depth.
      serializers: { err: (written: unknown) => written },
    },
    to,
  );
  // Does not need `withoutSecrets`, because the line of a request contains no secret fields.
  const requestLogger = pino({ ...options, formatters: { level: levelByName } }, to);
  return { loggerInstance, logController: new OneLinePerRequest(requestLogger), childLoggerFactory };
}

const childLoggerFactory = (
  logger: FastifyBaseLogger,
  bindings: Bindings,
  options: object,
  request: IncomingMessage,
): FastifyBaseLogger => logger.child({ ...bindings, trace_id: traceIdOf(traceparentOf(request)) }, options);

/** Creates a function that replaces plain and percent-encoded secrets in a line of JSON. */
function hiding(texts: readonly string[]) {
  const hidden = texts.flatMap((text) => [JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]);
  return (line: string) => hidden.reduce((shown, text) => shown.replaceAll(text, '[secret]'), line);
}

/** Escapes a control character as in JSON, because a terminal would obey it. JSON itself escapes only those before U+0020. */
const escapeControl = (character: string): string =>
  character < ' '
    ? JSON.stringify(character).slice(1, -1)
    : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const escapeControls = (text: string): string => text.replaceAll(/\p{Cc}/gu, escapeControl);

/** Returns the destination of the log. Accessing `process.stdout` makes a pipe non-blocking; `standardOutput` relies on this. */
const output = (): pino.DestinationStream =>
  process.stdout.isTTY ? { write: (entry) => void process.stdout.write(readable(entry)) } : standardOutput();

/** Formats a log entry for a terminal: `20:15:00 GET /web/ 200 0.4 ms`, or the message with its fields as `name=value`. An error follows with its stack. */
export function readable(entry: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(entry) as Record<string, unknown>;
  const { stack } = (err ?? {}) as { stack?: string };
  const pairs = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const isPlain = level === 'info' && pairs.length === 0;
  const heading = [
    ...(isPlain ? [] : [String(time).slice(11, 19)]),
    ...(level === 'info' ? [] : [String(level).toUpperCase()]),
  ];
  const line = [...heading, ...(msg === 'request' ? requestIn(fields) : [msg, ...pairs])].join(' ');
  return [line, ...(stack?.split('\n') ?? [])].map((part) => `${escapeControls(part)}\n`).join('');
}

const requestIn = (fields: Record<string, unknown>) => [
  fields['http.request.method'],
  fields['url.path'],
  fields['http.response.status_code'],
  fields['duration_ms'],
  'ms',
];
