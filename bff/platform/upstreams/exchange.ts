import type { IncomingHttpHeaders } from 'node:http';
import type { ReadableOptions } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { Cancellation } from './cancellation.ts';
import { decodeText } from './decode-text.ts';
import type { Stream } from './define-upstream.ts';
import type { PreparedRequest } from './prepare-request.ts';
import { retryAfterMs } from './retries.ts';
import { ResponseBody } from './stalls.ts';
import { invalidResponse, statusError, transportError } from './upstream-error.ts';

interface OpenStream extends Stream {
  readonly body: ResponseBody;
}

/** Response with a success status, or with a status in the request's `errors`. Only a success can be a stream. */
export interface UpstreamResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text?: string;
  readonly stream?: OpenStream;
}

/** Calls `done` when the stream of the response closes, or at once if the response is not a stream. */
export function atEnd(response: UpstreamResponse | undefined, done: () => void): void {
  if (response?.stream) response.stream.body.once('close', done);
  else done();
}

/** Maximum number of bytes to read of a body that is not needed. Once such a body is read, its connection can be reused. */
const UNUSED_BODY_BYTES = 16_384;

/** Sends one request. Rejects with an `UpstreamError`, or with the reason of the cancellation. */
export const exchange = (pool: Pool, request: PreparedRequest, cancellation: Cancellation) =>
  cancellation.until<UpstreamResponse>((resolve, reject) => {
    const { method, path, headers, body, settings } = request;
    const collector = new ResponseCollector(request, resolve, reject);
    const timeouts = { headersTimeout: settings.headersMs, bodyTimeout: settings.idleMs };
    pool.dispatch({ method, path, headers, body, ...timeouts }, collector);
    return (reason) => collector.abort(reason);
  });

/** Collects undici's response in memory, unless `isStream` is set. A stream for each response would exceed the CPU goal (`npm run bench -- call`). */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #request: PreparedRequest;
  readonly #resolve: (response: UpstreamResponse) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #aborted: Error | undefined;
  #head: Pick<UpstreamResponse, 'status' | 'contentType'> | undefined;
  #stream: ResponseBody | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(
    request: PreparedRequest,
    resolve: (response: UpstreamResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  abort(reason: unknown): void {
    this.#aborted = reason instanceof Error ? reason : new Error('cancelled', { cause: reason });
    this.#controller?.abort(this.#aborted);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started;
    if (this.#aborted) started.abort(this.#aborted);
  }

  // undici passes errors thrown here to `onResponseError`.
  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const { errors, isStream } = this.#request;
    const isSuccess = status < 300;
    const isMapped = status >= 400 && status < 500 && Object.hasOwn(errors, status);
    if (!isSuccess && !isMapped)
      return this.#reject(statusError(status, retryAfterMs(headers['retry-after'])));
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding !== 'identity') throw invalidResponse(`sent the unrequested content encoding ${coding}`);
    const contentType = headers['content-type'] ?? '';
    this.#head = { status, contentType };
    if (!isSuccess || !isStream) return;
    const stream = this.#openStream(contentType || 'application/octet-stream', headers);
    this.#stream = stream.body;
    this.#resolve({ status, contentType, stream });
  }

  onResponseData(current: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#stream) {
      if (!this.#stream.push(chunk)) current.pause();
      return;
    }
    this.#bytes += chunk.length;
    const maxBytes = this.#head ? this.#request.settings.responseBytes : UNUSED_BODY_BYTES;
    if (this.#bytes > maxBytes) throw invalidResponse(`sent more than ${maxBytes} bytes`);
    if (this.#head) this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...others] = this.#chunks;
    const body = first && others.length > 0 ? Buffer.concat(this.#chunks) : first;
    if (this.#stream) this.#stream.push(null);
    else if (this.#head) this.#finish(this.#head, body);
  }

  #finish(head: Pick<UpstreamResponse, 'status' | 'contentType'>, body: Buffer | undefined): void {
    try {
      this.#resolve({ ...head, text: body ? decodeText(body, head.contentType) : '' });
    } catch (error) {
      // Resolves without `text`, because the request can map the status even if the body cannot be decoded.
      if (head.status >= 400) this.#resolve(head);
      else this.#reject(error);
    }
  }

  onResponseError(_controller: unknown, error: Error): void {
    const reason = this.#aborted ?? transportError(error, this.#controller !== undefined);
    this.#stream?.destroy(reason);
    this.#reject(reason);
  }

  #openStream(contentType: string, headers: IncomingHttpHeaders): OpenStream {
    const options: ReadableOptions = {
      read: () => this.#controller?.resume(),
      destroy: (error, done) => {
        this.abort(error ?? new Error('the stream was destroyed before its end'));
        done(error);
      },
    };
    const body = new ResponseBody(options, headers['content-length']);
    // Handles the errors of a stream that nobody reads, because an unhandled error would end the process.
    body.on('error', () => {});
    const wanted = this.#request.forwardHeaders.filter((name) => headers[name] !== undefined);
    // A list, because a comma may be part of a cookie (RFC 6265, section 3). The values of other headers are one list (RFC 9110, section 5.3).
    const setCookie = wanted.includes('set-cookie') ? [headers['set-cookie'] ?? []].flat() : [];
    const others = wanted.filter((name) => name !== 'set-cookie');
    const forwarded = Object.fromEntries(others.map((name) => [name, [headers[name]].flat().join(', ')]));
    return { contentType, headers: forwarded, setCookie, body };
  }
}
