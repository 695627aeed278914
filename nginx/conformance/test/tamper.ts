import type { IncomingMessage } from 'node:http';

export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer | string;
}

/** Changes a reply before it is sent. */
export type Tamper = (reply: Reply, request: IncomingMessage) => void;

export const when =
  (condition: (request: IncomingMessage, reply: Reply) => unknown, change: Tamper): Tamper =>
  (reply, request) => {
    if (condition(request, reply)) change(reply, request);
  };

export const at = (pattern: RegExp, change: Tamper): Tamper =>
  when(({ url = '' }) => pattern.test(url), change);

export const onStatus = (status: number, change: Tamper): Tamper =>
  when((_request, reply) => reply.status === status, change);

export const status =
  (value: number): Tamper =>
  (reply) => {
    reply.status = value;
  };

export const set =
  (name: string, value: string | string[]): Tamper =>
  ({ headers }) => {
    headers[name] = value;
  };

export const drop =
  (name: string): Tamper =>
  ({ headers }) => {
    delete headers[name];
  };

export const both =
  (one: Tamper, other: Tamper): Tamper =>
  (reply, request) => {
    one(reply, request);
    other(reply, request);
  };

export const redirect = (code: number, location: string): Tamper =>
  both(status(code), set('location', location));

export const replace =
  (from: string, to: string): Tamper =>
  (reply) => {
    if (typeof reply.body === 'string') reply.body = reply.body.replaceAll(from, to);
  };

export const html =
  (code: number): Tamper =>
  (reply) => {
    reply.status = code;
    reply.headers['content-type'] = 'text/html';
    reply.body = '<!doctype html><div id="root"></div>';
  };
