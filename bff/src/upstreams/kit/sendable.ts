import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { address } from './address.ts';
import type { Question } from './define-upstream.ts';
import type { Settings } from './settings.ts';

/** What is passed on of the browser's request, so that one can be followed through all logs. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context, sections 3.2 and 3.3. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A question, ready to be sent. */
export interface Sendable {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  readonly stream: boolean;
  readonly keep: readonly string[];
  readonly translated: readonly number[];
  readonly settings: Settings;
}

/** Makes a request of a question; `prefix` is the path of the upstream's own address. Throws what `address` throws. */
export function sendable(question: Question, prefix: string, origin: Origin, settings: Settings): Sendable {
  const { method, path, params, query, body, reply, keep = [], translate = {} } = question;
  const bytes = body instanceof Readable;
  const headers = Object.entries({
    accept: typeof reply === 'string' ? '*/*' : 'application/json',
    // No field would mean that any coding is welcome (RFC 9110, section 12.5.3).
    'accept-encoding': 'identity',
    'content-type': bytes
      ? (question.contentType ?? 'application/octet-stream')
      : body === undefined
        ? undefined
        : 'application/json',
    'x-request-id': origin.requestId,
    traceparent: origin.traceparent,
    tracestate: origin.traceparent && origin.tracestate,
    ...Object.fromEntries(
      Object.entries(question.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  }).filter((field): field is [string, string] => field[1] !== undefined);
  return {
    method,
    path: prefix + address(path, params, query),
    headers: Object.fromEntries(headers),
    body: bytes ? body : body === undefined ? null : JSON.stringify(body),
    stream: reply === 'stream',
    keep,
    translated: Object.keys(translate)
      .map(Number)
      .filter((status) => status >= 400 && status < 500),
    settings: { ...settings, ...question.limits },
  };
}

/** Two questions with the same key are answered by the same bytes; whose request it was makes no difference. */
export function keyOf({ path, headers, translated, settings }: Sendable): string {
  const { 'x-request-id': _id, traceparent: _parent, tracestate: _state, ...telling } = headers;
  return JSON.stringify([path, Object.entries(telling), translated, settings]);
}
