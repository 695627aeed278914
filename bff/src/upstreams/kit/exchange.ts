import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { Cancellation } from './cancellation.ts';
import type { Stream } from './define-upstream.ts';
import { UpstreamError, statusError, transportError } from './upstream-error.ts';
import { retryAfterMs } from './retries.ts';
import type { PreparedRequest } from './prepare-request.ts';

/** Of one reply, what is kept. */
export interface UpstreamResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text?: string;
  readonly stream?: Stream;
}

/** An error's body is read so far and no farther. */
const IGNORED_BYTES = 16_384;

/** Sends one request and takes its reply. Rejects with a `UpstreamError`, or the reason why it was cancelled. */
export const exchange = (
  pool: Pool,
  given: PreparedRequest,
  cancellation: Cancellation,
): Promise<UpstreamResponse> =>
  cancellation.until((resolve, reject) => {
    const { method, path, headers, body, settings } = given;
    const taking = new ResponseCollector(given, resolve, reject);
    pool.dispatch(
      { method, path, headers, body, headersTimeout: settings.headersMs, bodyTimeout: settings.idleMs },
      taking,
    );
    return (reason) => taking.leave(reason);
  });

/** Takes a reply from undici: whole, as text, with no stream between, which would cost more than all else; or as a stream. */
class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #given: PreparedRequest;
  readonly #resolve: (answer: UpstreamResponse) => void;
  readonly #reject: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #left: Error | undefined;
  #head: Pick<UpstreamResponse, 'status' | 'contentType'> | undefined;
  #stream: Readable | undefined;
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  constructor(
    given: PreparedRequest,
    resolve: (answer: UpstreamResponse) => void,
    reject: (error: unknown) => void,
  ) {
    this.#given = given;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  leave(reason: unknown): void {
    this.#left = reason instanceof Error ? reason : new Error('cancelled', { cause: reason });
    this.#controller?.abort(this.#left);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#left) controller.abort(this.#left);
  }

  /** What is thrown here ends the exchange, with `onResponseError`. */
  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    const isSuccess = status < 300;
    if (!isSuccess && !this.#given.translated.includes(status)) {
      this.#reject(statusError(status, retryAfterMs(headers['retry-after'])));
      return;
    }
    const coding = headers['content-encoding'] ?? 'identity';
    if (coding !== 'identity') throw new UpstreamError('unusable', `sent ${coding}, which was not asked for`);
    this.#head = { status, contentType: headers['content-type'] ?? '' };
    if (isSuccess && this.#given.stream) this.#open(headers, this.#head);
  }

  onResponseData(controller: Dispatcher.DispatchController, part: Buffer): void {
    if (this.#stream) {
      if (!this.#stream.push(part)) controller.pause();
      return;
    }
    this.#bytes += part.length;
    const most = this.#head ? this.#given.settings.replyBytes : IGNORED_BYTES;
    if (this.#bytes > most) throw new UpstreamError('unusable', `sent more than ${most} bytes`);
    if (this.#head) this.#parts.push(part);
  }

  onResponseEnd(): void {
    this.#stream?.push(null);
    if (!this.#head || this.#stream) return;
    const [first] = this.#parts;
    const text = (this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)).toString();
    this.#resolve({ ...this.#head, text });
  }

  onResponseError(_controller: unknown, error: Error): void {
    const meant = this.#left ?? transportError(error);
    this.#stream?.destroy(meant instanceof Error ? meant : error);
    this.#reject(meant);
  }

  #open(headers: IncomingHttpHeaders, head: Pick<UpstreamResponse, 'status' | 'contentType'>): void {
    const body = new Readable({
      read: () => this.#controller?.resume(),
      destroy: (error, done) => {
        this.leave(error ?? new Error('nobody reads it any more'));
        done(error);
      },
    });
    // Who reads the body hears of its errors; of one that nobody reads, nobody needs to.
    body.on('error', () => {});
    this.#stream = body;
    this.#resolve({ ...head, stream: streamOf(headers, body, this.#given.keep) });
  }
}

/** A reply that is passed on; of its header fields, those in `keep`. */
function streamOf(headers: IncomingHttpHeaders, body: Readable, keep: readonly string[]): Stream {
  const kept = keep.flatMap((name) => {
    const value = [headers[name]].flat()[0];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    contentType: headers['content-type'] ?? 'application/octet-stream',
    headers: Object.fromEntries(kept),
    body,
  };
}
