import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { Stream } from './define-upstream.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { retryAfterMs } from './retries.ts';
import { invalidResponse, statusError, transportError } from './upstream-error.ts';

/** A success, or a status that the call maps: its body as text or, of a success, as a stream. */
export interface UpstreamResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text?: string;
  readonly stream?: Stream;
}

/** Calls back at the end of a response: at once, or when its stream closes. */
export function atEnd(response: UpstreamResponse | undefined, done: () => void): void {
  if (response?.stream) response.stream.body.once('close', done);
  else done();
}

/** The most that is read of an unneeded body, so that its connection can be used again. */
const UNUSED_BODY_BYTES = 16_384;

/** Sends one request and collects its response. Rejects with an `UpstreamError`, or with the signal's reason. */
export async function exchange(
  pool: Pool,
  request: PreparedRequest,
  signal: AbortSignal,
): Promise<UpstreamResponse> {
  const { method, path, headers, body, settings } = request;
  const timeouts = { headersTimeout: settings.headersMs, bodyTimeout: settings.idleMs };
  try {
    const response = await pool.request({ method, path, headers, body, signal, ...timeouts });
    // A reader gets the errors of a stream; without a reader they must not end the process.
    response.body.on('error', () => {});
    return await collect(response, request);
  } catch (error) {
    throw signal.aborted ? signal.reason : transportError(error as Error);
  }
}

async function collect(
  response: Dispatcher.ResponseData,
  request: PreparedRequest,
): Promise<UpstreamResponse> {
  const { statusCode: status, headers, body } = response;
  const isSuccess = status < 300;
  const isMapped = status >= 400 && status < 500 && Object.hasOwn(request.errors, status);
  if (!isSuccess && !isMapped) {
    body.dump({ limit: UNUSED_BODY_BYTES }).catch(() => {});
    throw statusError(status, retryAfterMs(first(headers['retry-after'])));
  }
  const coding = first(headers['content-encoding']) ?? 'identity';
  if (coding !== 'identity') {
    body.destroy();
    throw invalidResponse(`sent the content encoding ${coding} without being asked`);
  }
  const contentType = first(headers['content-type']) ?? '';
  if (!isSuccess || !request.isStream)
    return { status, contentType, text: await textOf(body, request.settings.responseBytes) };
  const forwarded = request.forwardHeaders.flatMap((name) => {
    const value = first(headers[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const type = contentType || 'application/octet-stream';
  return { status, contentType, stream: { contentType: type, headers: Object.fromEntries(forwarded), body } };
}

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

async function textOf(body: Readable, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw invalidResponse(`sent more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
