import type { IncomingMessage } from 'node:http';
import type { Reply } from './reference-target.ts';

export interface PlantedFault {
  readonly fault: string;
  /** Every case that sees it, the one that it is planted for first. */
  readonly ids: readonly [string, ...string[]];
  readonly tamper: (reply: Reply, request: IncomingMessage) => void;
}

type Fix = (reply: Reply, request: IncomingMessage) => void;

export const at =
  (pattern: RegExp, change: Fix): Fix =>
  (reply, request) => {
    if (pattern.test(request.url ?? '')) change(reply, request);
  };

export const onStatus =
  (status: number, change: Fix): Fix =>
  (reply, request) => {
    if (reply.status === status) change(reply, request);
  };

export const set =
  (name: string, value: string | string[]): Fix =>
  (reply) => {
    reply.headers[name] = value;
  };

export const drop =
  (name: string): Fix =>
  (reply) => {
    delete reply.headers[name];
  };

export const html =
  (status: number): Fix =>
  (reply) => {
    reply.status = status;
    reply.headers['content-type'] = 'text/html';
    reply.body = '<!doctype html><div id="root"></div>';
  };

export const replace =
  (from: string, to: string): Fix =>
  (reply) => {
    if (typeof reply.body === 'string') reply.body = reply.body.replaceAll(from, to);
  };

export const HASHED = /\/assets\/index-/;
export const SHELL = /^\/web\/$/;
