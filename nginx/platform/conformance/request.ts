import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { limits } from '@web/bff/platform/contract/limits';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface TargetResponse {
  /** Method and URL of the request, for messages. */
  readonly request: string;
  readonly status: number;
  /** Headers by lower-case name, with one value per header line. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: Buffer;
  /** Decompressed body. */
  readonly text: string;
  /** Arrival time of each chunk of the body, in milliseconds after the first chunk. */
  readonly chunksAtMs: readonly number[];
  /** IP address of the server. */
  readonly address: string;
}

/** Thrown if the connection fails, its certificate is not trusted, or the response takes too long. */
export class NoResponse extends Error {}

/** Thrown if the connection closes before the response is complete. */
export class CutOff extends NoResponse {}

/** Timeout of a request, longer than the deadline of a call. */
const TIMEOUT_MS = limits.CALL_MS + 5_000;
/** Headers that proxies expect. */
const CLIENT = { accept: '*/*', 'user-agent': 'web-conformance' };
const LARGE_BODY_BYTES = 65_536;
const REJECTION_WAIT_MS = 500;

/**
 * Sends a request on a new connection, with the path unchanged. Does not follow redirects. Trusts Node's CAs; NODE_EXTRA_CA_CERTS adds a private CA.
 * Rejects with `NoResponse` if the response is not complete within `TIMEOUT_MS`.
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
  let hasBegun = false;
  const length = body === undefined ? {} : { 'content-length': String(bytes) };
  try {
    const options = { path, method, headers: { ...CLIENT, ...length, ...headers }, agent: false, signal };
    const request = send(origin, options);
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).on('error', reject);
    });
    response.catch(() => {});
    let rejected: unknown;
    if (bytes > LARGE_BODY_BYTES) {
      request.flushHeaders();
      // A server that rejects the Content-Length closes the connection. The response could get lost if the body were already being sent.
      rejected = await Promise.race([response, sleep(REJECTION_WAIT_MS)]);
    }
    if (!rejected) request.end(body);
    const begun = await response;
    hasBegun = true;
    const read = await readResponse(name, begun);
    request.destroy();
    return read;
  } catch (error) {
    const reason = signal.aborted ? `no whole response within ${TIMEOUT_MS / 1000} s` : reasonOf(error);
    const Failure = hasBegun && !signal.aborted ? CutOff : NoResponse;
    throw new Failure(`${name}: ${reason}`, { cause: error });
  }
}

async function readResponse(request: string, response: IncomingMessage): Promise<TargetResponse> {
  const address = response.socket.remoteAddress ?? '';
  const chunks: Buffer[] = [];
  const times: number[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    times.push(performance.now());
  }
  const headers = response.headersDistinct as Record<string, string[]>;
  const body = Buffer.concat(chunks);
  return {
    request,
    status: response.statusCode ?? 0,
    headers,
    body,
    text: (decode(body, headers['content-encoding']?.[0]) ?? body).toString('utf8'),
    chunksAtMs: times.map((time) => Math.round(time - (times[0] ?? 0))),
    address,
  };
}

const LIMIT = { maxOutputLength: 1 << 26 };

/** Decodes a body. Returns undefined if the body is not in this coding, or exceeds 64 MB decoded. */
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
  // If several addresses refuse the connection, the AggregateError has no message.
  const reason = message || code;
  return /SIGNED|ISSUER|LEAF/.test(code)
    ? `${reason} (NODE_EXTRA_CA_CERTS=<file> adds a private CA)`
    : reason;
}
