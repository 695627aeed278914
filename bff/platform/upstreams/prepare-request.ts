import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { platformError } from '#platform/contract/app-error.ts';
import type { Query, Scalar, UpstreamRequest } from './define-upstream.ts';
import type { Settings } from './settings.ts';

/** Parts of the client's request that its upstream requests need. */
type Origin = Pick<FastifyRequest, 'headers' | 'id' | 'routeOptions'>;

/**
 * Share of a call's deadline after which its upstream requests time out. Less than 1, because the circuit breaker counts the timeout of an upstream
 * request, but not the timeout of the call.
 */
const SHARE_OF_DEADLINE = 0.98;

export type PreparedRequest = ReturnType<typeof prepareRequest>;

/** Converts a request to undici's options, and adds options for reading the response. `prefix` is the path of the base URL. Throws like `urlOf`. */
export function prepareRequest(request: UpstreamRequest, prefix: string, origin: Origin, settings: Settings) {
  const { method, path, params, query, body, response, forwardHeaders = [], errors = {}, limits } = request;
  const isStream = response === 'stream';
  return {
    method,
    template: path,
    path: prefix + urlOf(path, params, query),
    headers: headersOf(request, origin),
    body: body instanceof Readable ? body : body === undefined ? null : JSON.stringify(body),
    isStream,
    forwardHeaders,
    errors,
    settings: { ...settings, ...timeoutsWithin(origin.routeOptions.config.deadlineMs, isStream), ...limits },
  };
}

/**
 * Returns the timeouts of the upstream requests of a call that declares `deadlineMs`. A streamed response keeps the upstream's `idleMs`, because
 * the response may outlast the deadline.
 */
function timeoutsWithin(deadlineMs: number | undefined, isStream: boolean): Partial<Settings> {
  if (deadlineMs === undefined) return {};
  const ms = deadlineMs * SHARE_OF_DEADLINE;
  return isStream ? { headersMs: ms, totalMs: ms } : { headersMs: ms, idleMs: ms, totalMs: ms };
}

function headersOf(request: UpstreamRequest, { id, headers: received }: Origin) {
  // W3C Trace Context, sections 3.2 and 3.3. Node.js joins repeated headers to one string.
  const { traceparent, tracestate } = received as Readonly<Record<string, string | undefined>>;
  const { response, body, contentType = 'application/octet-stream', headers } = request;
  const sent: Record<string, string> = {
    accept: typeof response === 'object' ? 'application/json' : '*/*',
    // Asks for an unencoded response. Without this header, any encoding would be acceptable (RFC 9110, section 12.5.3).
    'accept-encoding': 'identity',
    'x-request-id': id,
  };
  if (body !== undefined) sent['content-type'] = body instanceof Readable ? contentType : 'application/json';
  if (traceparent) sent['traceparent'] = traceparent;
  if (traceparent && tracestate) sent['tracestate'] = tracestate;
  for (const name in headers) if (headers[name] !== undefined) sent[name.toLowerCase()] = headers[name];
  return sent;
}

/** Encodes a path segment (RFC 3986, section 3.3). Throws `bad-request` for a value that would change the path. */
function segment(value: Scalar): string {
  const text = wellFormed(value);
  // Rejects dot segments, which servers remove even if encoded (RFC 3986, section 5.2.4), and empty segments: each would lead to another path.
  if (text === '' || text === '.' || text === '..') throw notAllowed(text);
  return encodeURIComponent(text);
}

/** Throws `bad-request` for a lone surrogate, which URLSearchParams would replace. */
function wellFormed(value: Scalar): string {
  const text = String(value);
  if (!text.isWellFormed()) throw notAllowed(text);
  return text;
}

const notAllowed = (text: string) =>
  platformError('bad-request', { cause: new Error(`${JSON.stringify(text)} is not allowed in a URL`) });

const templates = new Map<string, readonly string[]>();

/** Splits a template. Literal parts get even indexes, parameter names odd indexes. Throws a `TypeError` for an invalid template. */
function partsOf(template: string): readonly string[] {
  const known = templates.get(template);
  if (known) return known;
  if (
    !/^(?=\/)(\/(:\w+(\.[\w.-]+)?|[\w~!$&'()*+,;=@.-]+))*\/?$/.test(template) ||
    /\/\.{1,2}(\/|$)/.test(template)
  )
    throw new TypeError(`${template} is not a valid path template`);
  const parts = template.split(/(?<=\/):(\w+)/);
  templates.set(template, parts);
  return parts;
}

/** Builds path and query of a request. Throws `bad-request` for a value that a URL cannot contain, and a `TypeError` for a missing value. */
export function urlOf(
  template: string,
  params: Readonly<Record<string, Scalar>> = {},
  query: Query = {},
): string {
  const path = partsOf(template).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = Object.hasOwn(params, part) ? params[part] : undefined;
    if (value === undefined) throw new TypeError(`${template}: missing parameter ${part}`);
    return segment(value);
  });
  const parts = Object.entries(query);
  if (parts.length === 0) return path.join('');
  const search = new URLSearchParams();
  for (const [name, values] of parts)
    for (const value of [values ?? []].flat()) search.append(name, wellFormed(value));
  return search.size > 0 ? `${path.join('')}?${search.toString()}` : path.join('');
}
