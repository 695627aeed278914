import { Readable } from 'node:stream';
import type { UpstreamRequest } from './define-upstream.ts';
import type { Settings } from './settings.ts';
import { urlOf } from './url.ts';

/** What is passed on of the browser's request, so that it can be followed through all logs. */
export interface Origin {
  readonly requestId: string;
  /** W3C Trace Context, sections 3.2 and 3.3. */
  readonly traceparent?: string | undefined;
  readonly tracestate?: string | undefined;
}

/** A request as undici sends it, with what is needed to read its response. */
export type PreparedRequest = ReturnType<typeof prepareRequest>;

/** `prefix` is the path of the upstream's base URL. Throws what `urlOf` throws. */
export function prepareRequest(request: UpstreamRequest, prefix: string, origin: Origin, settings: Settings) {
  const { method, path, params, query, body, response, forwardHeaders = [], errors = {}, limits } = request;
  return {
    method,
    template: path,
    path: prefix + urlOf(path, params, query),
    headers: headersOf(request, origin),
    body: body instanceof Readable ? body : body === undefined ? null : JSON.stringify(body),
    isStream: response === 'stream',
    forwardHeaders,
    /** What the request maps statuses from 400 to 499 to. */
    errors,
    settings: limits ? { ...settings, ...limits } : settings,
  };
}

function headersOf(request: UpstreamRequest, { requestId, traceparent, tracestate }: Origin) {
  const { response, body, contentType = 'application/octet-stream', headers } = request;
  const sent: Record<string, string> = {
    accept: typeof response === 'object' ? 'application/json' : '*/*',
    // Without this field any encoding would be acceptable (RFC 9110, section 12.5.3).
    'accept-encoding': 'identity',
    'x-request-id': requestId,
  };
  if (body !== undefined) sent['content-type'] = body instanceof Readable ? contentType : 'application/json';
  if (traceparent) sent['traceparent'] = traceparent;
  if (traceparent && tracestate) sent['tracestate'] = tracestate;
  for (const name in headers) if (headers[name] !== undefined) sent[name.toLowerCase()] = headers[name];
  return sent;
}
