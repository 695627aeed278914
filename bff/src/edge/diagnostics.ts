import { hash } from 'node:crypto';
import { API_PATH } from '#contract/kit/api-path.ts';

export const DIAGNOSTICS_PATH = `${API_PATH}/diagnostics`;
/** The field of requests that carries the setting DIAGNOSTICS. */
export const SECRET_FIELD = 'x-diagnostics';
/** The field of requests that says, as a query, which response the call `reply` sends. */
export const REPLY_FIELD = 'x-diagnostics-reply';
/** The field of requests that lists the names of the fields that the check sends. */
export const SENT_FIELD = 'x-diagnostics-sent';
/** The field of requests by which the BFF counts how often they arrive. */
export const ID_FIELD = 'x-diagnostics-id';
/** nginx tells in fields that begin so what it received before it changed it: nginx/conf/diagnostics.conf. */
export const RECEIVED = 'x-received-';
/** The fields of requests that nginx writes itself: nginx/conf/bff-fields.conf. */
export const writtenByNginx = ['connection', 'upgrade', 'host', 'forwarded', 'accept-encoding']
  .concat(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'])
  .concat(['x-forwarded-prefix', 'x-real-ip', 'x-request-id', 'traceparent', 'tracestate']);
/** The field of a response to a handshake that tells how it arrived: JSON, in base64url. */
export const ARRIVED_FIELD = 'x-diagnostics-arrived';
/** What the WebSocket speaks, if it is asked to. */
export const SOCKET_PROTOCOL = 'diagnostics';
export const EVENT_GAP_MS = 1_000;

/** So many bytes are the start of a request's body. */
export const START_BYTES = 512;
/** So many bytes are the head of a file. */
export const HEAD_BYTES = 16_384;

export const digestOf = (data: string | Buffer): string => hash('sha256', data, 'base64url');

export interface ArrivedField {
  readonly name: string;
  /** Absent for credentials, and for fields that the check did not send and that are not about forwarding. */
  readonly value?: string;
  readonly length: number;
  readonly digest: string;
}

/** The reply of the call `echo`: a request as it came to the first process of the application. */
export interface Arrived {
  readonly method: string;
  /** The target of the request line, byte for byte. */
  readonly target: string;
  readonly fields: readonly ArrivedField[];
  /** With its first bytes in base64. */
  readonly body: { readonly length: number; readonly digest: string; readonly start: string };
  /** The address of the connection. */
  readonly peer: string;
  /** How many requests with its id have arrived, with this one; 0 without an id. */
  readonly times: number;
  /** Whether that process expects the prefix to be stripped. */
  readonly stripsPrefix: boolean;
  /** What the BFF uses. */
  readonly scheme: string;
  readonly host: string;
  readonly ip: string;
}

export interface BuiltVariant {
  readonly bytes: number;
  /** Of the first bytes. */
  readonly head: string;
  readonly digest: string;
  readonly etag: string;
}

/** The reply of the call `files`: a file of the build, and what a response with it has. */
export interface BuiltFile {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By content coding. */
  readonly variants: Readonly<Record<string, BuiltVariant>>;
}

export const replyStatuses = [
  200, 201, 202, 303, 307, 400, 401, 403, 404, 405, 409, 410, 412, 413, 415, 422, 429,
].concat([500, 501, 502, 503, 504]);

const PROBLEM = 'application/problem+json';

/** Texts that hops replace: an address, the number of a card, an URL, what is not ASCII. */
const TEXT = 'ann@example.org 4111 1111 1111 1111 http://example.org/ é 😀 ';
/** Every byte. */
export const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
/** What a body of each media type begins and ends with: what hops minify, complete or replace. */
const bodies = {
  [PROBLEM]: ['{ "code":  "diagnostics", "text": "', '" }\n'],
  'application/json': ['{ "diagnostics":  true, "text": "', '" }\n'],
  'text/html': [
    '<!doctype html>\n<html>\n<head>\n</head>\n<body>\n  <!-- kept --><!--#echo var="x" --><esi:remove>{{ 1 }}</esi:remove>\n',
    '</body>\n</html>\n',
  ],
  'text/javascript': ['// kept\nconst  diagnostics = true;\n//', '\n'],
  'text/plain': ['diagnostics\n', '\n'],
  'text/csv': ['a;b\r\n', '\r\n'],
  'application/xml': ['<?xml version="1.0"?>\n<a>\n  <b></b>\n', '</a>\n'],
  'application/pdf': ['%PDF-1.4\n', '\n'],
  'application/octet-stream': [BYTES, '\n'],
} as const;

export type ReplyType = keyof typeof bodies;
export const replyTypes = Object.keys(bodies) as ReplyType[];

const cookie = (name: string) =>
  `${name}=1; Path=${DIAGNOSTICS_PATH}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`;
/** What hops drop or rewrite. The cookies end at once. */
const fieldsOf = (status: number) => ({
  etag: '"diagnostics"',
  'last-modified': 'Sat, 01 Jan 2022 00:00:00 GMT',
  'content-language': 'de',
  'retry-after': '7',
  link: `<${DIAGNOSTICS_PATH}/next>; rel="next"`,
  'server-timing': 'diagnostics;dur=1',
  'x-product-field': 'a, "b"; c=d',
  'set-cookie': [
    cookie('diagnostics'),
    cookie('__Secure-diagnostics'),
    `dated="a|b=="; Path=${DIAGNOSTICS_PATH}; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=None; Secure; Partitioned`,
  ],
  ...(status === 401 && { 'www-authenticate': 'Bearer realm="diagnostics"' }),
  ...(status === 405 && { allow: 'GET' }),
  // With other statuses it means nothing.
  ...([201, 303, 307].includes(status) && { location: `${DIAGNOSTICS_PATH}/elsewhere?a=1%2F2&b=` }),
});

/** The field REPLY_FIELD of the call `reply`: the response that the check asks for. */
export interface ReplyQuery {
  readonly status?: number;
  readonly type?: ReplyType;
  /** With fields that hops drop or rewrite. */
  readonly fields?: boolean;
  /** Of the body, about: at most 1 MB. */
  readonly bytes?: number;
  /** Of one more header field: at most 8 KiB. */
  readonly fieldBytes?: number;
  /** How long the response is delayed. */
  readonly pauseMs?: number;
}

/** The response that a query asks for: what the BFF sends, and what the check expects. */
export function replyTo({ status = 200, type = 'text/plain', fields, bytes = 0, fieldBytes }: ReplyQuery) {
  const [beginning, end] = bodies[type];
  return {
    status,
    headers: {
      'content-type': /^text|\/json$/.test(type) ? `${type}; charset=utf-8` : type,
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="diagnostics.txt"',
      ...(fields && fieldsOf(status)),
      ...(fieldBytes && { 'x-large': 'x'.repeat(fieldBytes) }),
    },
    body: Buffer.concat([beginning, TEXT.padEnd(bytes, 'x'), end].map((part) => Buffer.from(part))),
  };
}
