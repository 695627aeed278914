import { Readable } from 'node:stream';
import { platformError } from '#contract/kit/app-error.ts';
import type { Query, Scalar, UpstreamRequest } from './define-upstream.ts';
import type { Settings } from './settings.ts';

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

/** One encoded segment of a path (RFC 3986, section 3.3). Throws `bad-request` for a value that would lead to another path. */
function segment(value: Scalar): string {
  const text = String(value);
  // Dot segments are removed even if encoded (RFC 3986, section 5.2.4); an empty segment is another path.
  if (text === '' || text === '.' || text === '..' || !text.isWellFormed())
    throw platformError('bad-request', {
      cause: new Error(`${JSON.stringify(text)} cannot stand in a path`),
    });
  return encodeURIComponent(text);
}

const templates = new Map<string, readonly string[]>();

/** The literal parts of a template at even places, the names at odd ones. Throws a `TypeError` for an invalid template. */
function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known) return known;
  if (
    !/^(?=\/)(\/(:\w+(\.[\w.-]+)?|[\w~!$&'()*+,;=@.-]+))*\/?$/.test(template) ||
    /\/\.{1,2}(\/|$)/.test(template)
  )
    throw new TypeError(`${template} is no path template`);
  const parts = template.split(/(?<=\/):(\w+)/);
  templates.set(template, parts);
  return parts;
}

/** Path and query of a request. Throws `bad-request` for a value that cannot be a segment, a `TypeError` for a missing one. */
export function urlOf(
  template: string,
  params: Readonly<Record<string, Scalar>> = {},
  query: Query = {},
): string {
  const path = partsOf(template).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = Object.hasOwn(params, part) ? params[part] : undefined;
    if (value === undefined) throw new TypeError(`${template} lacks ${part}`);
    return segment(value);
  });
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) {
    for (const value of [values ?? []].flat()) search.append(name, String(value));
  }
  return search.size > 0 ? `${path.join('')}?${search.toString()}` : path.join('');
}
