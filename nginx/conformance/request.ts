import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface TargetResponse {
  /** Method and URL of the request, for messages. */
  readonly request: string;
  readonly status: number;
  /** By lower-case name; one value for each header line, so that a repeated field shows. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
  /** The body without its content coding. */
  readonly text: string;
  /** When each part of the body arrived, in milliseconds after the first. */
  readonly partsAtMs: readonly number[];
  /** IP address that the request was sent to. */
  readonly address: string;
}

/** Thrown when the connection fails, its certificate is not trusted, or the response takes too long. */
export class NoResponse extends Error {}

const TIMEOUT_MS = 15_000;
/** What proxies expect of a client. */
const CLIENT = { accept: '*/*', 'user-agent': 'web-conformance' };
const LARGE_BODY_BYTES = 65_536;
const REFUSAL_WAIT_MS = 500;

/**
 * Sends one request on a new connection, with the path exactly as given, and follows no redirect. Trusts the CAs that Node trusts;
 * NODE_EXTRA_CA_CERTS adds a private one. Throws `NoResponse` after 15 s.
 */
export async function sendRequest(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<TargetResponse> {
  const name = `${method} ${origin}${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const length = body === undefined ? {} : { 'content-length': String(bytes) };
  try {
    const options = { path, method, headers: { ...CLIENT, ...length, ...headers }, agent: false, signal };
    const request = send(origin, options);
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
    });
    response.catch(() => {});
    let refused: unknown;
    if (bytes > LARGE_BODY_BYTES) {
      request.flushHeaders();
      // A server that refuses by Content-Length closes; bytes still on their way would reset the connection and lose its response.
      refused = await Promise.race([response, sleep(REFUSAL_WAIT_MS)]);
    }
    if (!refused) request.end(body);
    const read = await readResponse(name, await response);
    request.destroy();
    return read;
  } catch (error) {
    const reason = signal.aborted ? `no whole response within ${TIMEOUT_MS / 1000} s` : reasonOf(error);
    throw new NoResponse(`${name}: ${reason}`, { cause: error });
  }
}

async function readResponse(request: string, response: IncomingMessage): Promise<TargetResponse> {
  const address = response.socket.remoteAddress ?? '';
  const parts: Buffer[] = [];
  const times: number[] = [];
  for await (const part of response) {
    parts.push(part as Buffer);
    times.push(performance.now());
  }
  const headers = response.headersDistinct as Record<string, string[]>;
  const body = Buffer.concat(parts);
  return {
    request,
    status: response.statusCode ?? 0,
    headers,
    body,
    text: (decode(body, headers['content-encoding']?.[0]) ?? body).toString('utf8'),
    partsAtMs: times.map((time) => Math.round(time - (times[0] ?? 0))),
    address,
  };
}

/** Far more than a file of the application has. */
const LIMIT = { maxOutputLength: 1 << 26 };

/** A body without its content coding; undefined if it does not have that coding, or has more than 64 MB. */
export function decode(body: Buffer, coding: string | undefined): Buffer | undefined {
  try {
    if (coding === 'br') return brotliDecompressSync(body, LIMIT);
    return coding === 'gzip' ? gunzipSync(body, LIMIT) : body;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  // An AggregateError of several refused addresses has an empty message.
  const reason = message || code;
  return /SIGNED|ISSUER|LEAF/.test(code)
    ? `${reason} (NODE_EXTRA_CA_CERTS=<file> adds a private CA)`
    : reason;
}
