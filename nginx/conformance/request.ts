import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The IPv4 address of this machine to send it from; the system chooses one unless given. */
  readonly from?: string;
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
}

/** No response: the connection failed, its certificate is not trusted, or the time ran out. */
export class NoResponse extends Error {
  /** Whether the time ran out. */
  readonly isLate: boolean;

  constructor(message: string, cause: unknown, isLate: boolean) {
    super(message, { cause });
    this.isLate = isLate;
  }

  /** Whether this machine does not trust the certificate. */
  get isUntrusted(): boolean {
    return isOfCertificate(this.cause);
  }
}

const TIMEOUT_MS = 15_000;
const LATE = `no whole response within ${TIMEOUT_MS / 1000} s`;
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
  { method = 'GET', headers = {}, body, from }: RequestOptions = {},
): Promise<TargetResponse> {
  const name = `${method} ${origin}${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const bytes = body === undefined ? 0 : Buffer.byteLength(body);
  const hasLength = body !== undefined && !('transfer-encoding' in headers);
  const options = {
    path,
    method,
    headers: { ...CLIENT, ...(hasLength && { 'content-length': String(bytes) }), ...headers },
    agent: false,
    signal,
    ...(from !== undefined && { localAddress: from, family: 4 }),
  };
  try {
    const request = send(origin, options);
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      // Of an upgrade that is accepted there is only a head.
      request.once('upgrade', (head) => resolve(head.destroy()));
      request.on('error', reject);
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
    const isLate = signal.aborted;
    throw new NoResponse(`${name}: ${isLate ? LATE : reasonOf(error)}`, error, isLate);
  }
}

async function readResponse(request: string, response: IncomingMessage): Promise<TargetResponse> {
  const parts: Buffer[] = [];
  const times: number[] = [];
  for await (const part of response.destroyed ? [] : response) {
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
  };
}

/** Far more than a file of the application has. */
const LIMIT = { maxOutputLength: 1 << 26 };

/** A body without its content coding; undefined where it does not have that coding, or has more than 64 MB. Any other coding is none. */
export function decode(body: Buffer, coding: string | undefined): Buffer | undefined {
  try {
    if (coding === 'br') return brotliDecompressSync(body, LIMIT);
    return coding === 'gzip' ? gunzipSync(body, LIMIT) : body;
  } catch {
    return undefined;
  }
}

const isOfCertificate = (error: unknown): boolean =>
  /CERT|SIGNED|ISSUER|LEAF/.test((error as NodeJS.ErrnoException).code ?? '');

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '' } = error as NodeJS.ErrnoException;
  // An AggregateError of several refused addresses has an empty message.
  const reason = error.message || code || error.name;
  return isOfCertificate(error) && !/EXPIRED|ALTNAME/.test(code)
    ? `${reason} (NODE_EXTRA_CA_CERTS=<file> adds a private CA)`
    : reason;
}
