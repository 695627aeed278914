import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher, Pool } from 'undici';
import type { Cancellation } from './cancellation.ts';
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

/** Sends one request and collects its response. Rejects with an `UpstreamError`, or with the reason of its cancellation. */
export const exchange = (pool: Pool, request: PreparedRequest, cancellation: Cancellation) =>
  cancellation.until<UpstreamResponse>((resolve, reject) => {
    const { method, path, headers, body, settings } = request;
    const { handler, abort } = collectResponse(request, resolve, reject);
    const timeouts = { headersTimeout: settings.headersMs, bodyTimeout: settings.idleMs };
    pool.dispatch({ method, path, headers, body, ...timeouts }, handler);
    return abort;
  });

/** Takes a response from undici. Text is collected without a stream, because a stream would cost more than all the rest. */
function collectResponse(
  { mappedStatuses, isStream, forwardHeaders, settings }: PreparedRequest,
  resolve: (response: UpstreamResponse) => void,
  reject: (error: unknown) => void,
) {
  let controller: Dispatcher.DispatchController | undefined;
  let aborted: Error | undefined;
  let head: Pick<UpstreamResponse, 'status' | 'contentType'> | undefined;
  let stream: Readable | undefined;
  let text = '';
  let bytes = 0;
  const decoder = new StringDecoder();

  const abort = (reason: unknown): void => {
    aborted = reason instanceof Error ? reason : new Error('cancelled', { cause: reason });
    controller?.abort(aborted);
  };
  const openStream = (contentType: string, headers: IncomingHttpHeaders): Stream => {
    const body = new Readable({
      read: () => controller?.resume(),
      destroy: (error, done) => {
        abort(error ?? new Error('nothing reads the stream any more'));
        done(error);
      },
    });
    // A reader gets the stream's errors; without a reader they must not end the process.
    body.on('error', () => {});
    const forwarded = forwardHeaders.flatMap((name) => {
      const value = [headers[name]].flat()[0];
      return value === undefined ? [] : [[name, value]];
    });
    return { contentType, headers: Object.fromEntries(forwarded), body };
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started;
      if (aborted) started.abort(aborted);
    },
    // An error that is thrown here ends the exchange through onResponseError.
    onResponseStart(_controller, status, headers: IncomingHttpHeaders) {
      if (status < 200) return;
      const isSuccess = status < 300;
      if (!isSuccess && !mappedStatuses.includes(status))
        return reject(statusError(status, retryAfterMs(headers['retry-after'])));
      const coding = headers['content-encoding'] ?? 'identity';
      if (coding !== 'identity')
        throw invalidResponse(`sent the content encoding ${coding} without being asked`);
      const contentType = headers['content-type'] ?? '';
      head = { status, contentType };
      if (!isSuccess || !isStream) return;
      const opened = openStream(contentType || 'application/octet-stream', headers);
      stream = opened.body;
      resolve({ status, contentType, stream: opened });
    },
    onResponseData(current, part) {
      if (stream) {
        if (!stream.push(part)) current.pause();
        return;
      }
      bytes += part.length;
      const most = head ? settings.responseBytes : UNUSED_BODY_BYTES;
      if (bytes > most) throw invalidResponse(`sent more than ${most} bytes`);
      if (head) text += decoder.write(part);
    },
    onResponseEnd() {
      if (stream) stream.push(null);
      else if (head) resolve({ ...head, text: text + decoder.end() });
    },
    onResponseError(_controller, error) {
      const reason = aborted ?? transportError(error);
      stream?.destroy(reason);
      reject(reason);
    },
  };
  return { handler, abort };
}
