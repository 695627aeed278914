import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { address } from './url.ts';
import type { UpstreamRequest, StatusMap } from './define-upstream.ts';
import type { Settings } from './settings.ts';

/** What is passed on of the browser's request, so that one can be followed through all logs. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context, sections 3.2 and 3.3. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A question, ready to be sent. */
export interface PreparedRequest {
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
export function prepareRequest(
  question: UpstreamRequest,
  prefix: string,
  origin: Origin,
  settings: Settings,
): PreparedRequest {
  const { method, path, params, query, body, reply, keep = [], translate, limits } = question;
  const bytes = body instanceof Readable;
  return {
    method,
    path: prefix + address(path, params, query),
    headers: headersOf(question, origin),
    body: bytes ? body : body === undefined ? null : JSON.stringify(body),
    stream: reply === 'stream',
    keep,
    translated: translate ? statusesOf(translate) : [],
    settings: limits ? { ...settings, ...limits } : settings,
  };
}

function headersOf(
  { reply, body, contentType = 'application/octet-stream', headers }: UpstreamRequest,
  { requestId, traceparent, tracestate }: Origin,
): Record<string, string> {
  const given: Record<string, string> = {
    accept: typeof reply === 'string' ? '*/*' : 'application/json',
    // No field would mean that any coding is welcome (RFC 9110, section 12.5.3).
    'accept-encoding': 'identity',
    'x-request-id': requestId,
  };
  if (body !== undefined) given['content-type'] = body instanceof Readable ? contentType : 'application/json';
  if (traceparent) given['traceparent'] = traceparent;
  if (traceparent && tracestate) given['tracestate'] = tracestate;
  for (const name in headers) if (headers[name] !== undefined) given[name.toLowerCase()] = headers[name];
  return given;
}

const statusesOf = (translate: StatusMap): number[] =>
  Object.keys(translate)
    .map(Number)
    .filter((status) => status >= 400 && status < 500);

/** Two questions with the same key are answered by the same bytes; whose request it was makes no difference. */
export function keyOf({ path, headers, translated, settings }: PreparedRequest): string {
  const { 'x-request-id': _id, traceparent: _parent, tracestate: _state, ...telling } = headers;
  return JSON.stringify([path, Object.entries(telling), translated, settings]);
}
