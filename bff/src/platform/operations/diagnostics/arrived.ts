import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import {
  digestOf,
  RECEIVED,
  SECRET_FIELD,
  SENT_FIELD,
  START_BYTES,
  writtenByNginx,
  type Arrived,
  type ArrivedField,
} from '#edge/diagnostics.ts';

/** Their values are never told. */
const CREDENTIALS = new Set(['cookie', 'authorization', 'proxy-authorization', SECRET_FIELD]);
const FORWARDING = /^(?:x-forwarded-.*|forwarded|x-real-ip|via|host)$/;
/** That a handshake succeeds shows how they arrive; its response must stay small, as the buffers of hops are. */
const OF_UPGRADE = /^(?:connection|upgrade|sec-websocket-.*)$/;

type Field = readonly [name: string, value: string];

type Request = Pick<FastifyRequest, 'raw' | 'originalUrl' | 'body' | 'protocol' | 'host' | 'ip'>;

/** The request as it came to the first process of the application: to nginx, which tells what it received, or to this one. */
export function arrivedAs(request: Request, stripsPrefix: boolean, times: number): Arrived {
  const { rawHeaders, headers, method = '', socket } = request.raw;
  const all = rawHeaders.flatMap((name, at): Field[] =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? '']] : [],
  );
  const received = new Map(
    all.flatMap(([name, value]): Field[] =>
      name.startsWith(RECEIVED) ? [[name.slice(RECEIVED.length), value]] : [],
    ),
  );
  const line = received.get('request');
  const sent = new Set(String(headers[SENT_FIELD]).split(','));
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return {
    method,
    target: line?.split(' ', 2)[1] ?? request.originalUrl,
    fields: (line === undefined ? all : beforeNginx(all, received)).map(([name, value]) => ({
      name,
      ...(!CREDENTIALS.has(name) && (sent.has(name) || FORWARDING.test(name)) && { value }),
      length: value.length,
      digest: digestOf(value),
    })),
    body: {
      length: body.length,
      digest: digestOf(body),
      start: body.toString('base64', 0, START_BYTES),
    },
    times,
    peer: received.get('peer') ?? socket.remoteAddress ?? '',
    stripsPrefix: line === undefined ? stripsPrefix : received.get('strips-prefix') === 'true',
    scheme: request.protocol,
    host: request.host,
    ip: request.ip,
  };
}

/** The fields that nginx forwards unchanged, with what it received of those that it writes. */
function beforeNginx(all: readonly Field[], received: ReadonlyMap<string, string>): Field[] {
  const unchanged = all.filter(([name]) => !writtenByNginx.includes(name) && !name.startsWith(RECEIVED));
  return [...unchanged, ...[...received].filter(([name]) => writtenByNginx.includes(name))];
}

/** Of a handshake: its target, and the fields whose values are told, as a value of a field. */
export function arrivedInField(raw: IncomingMessage): string {
  const unknown = { body: undefined, protocol: 'http', host: '', ip: '' } as const;
  const { target, fields } = arrivedAs({ ...unknown, raw, originalUrl: raw.url ?? '' }, false, 0);
  const sent = String(raw.headers[SENT_FIELD]).split(',');
  const isReported = ({ name }: ArrivedField) =>
    FORWARDING.test(name) || (sent.includes(name) && !OF_UPGRADE.test(name));
  const reported = { target, fields: fields.filter(isReported) };
  return Buffer.from(JSON.stringify(reported)).toString('base64url');
}
