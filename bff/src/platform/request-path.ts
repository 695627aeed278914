import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { platformError } from '#contract/app-error.ts';
import { API_PATH, BASE_PATH, limits } from '#contract/constants.ts';

/**
 * A dot segment (RFC 3986, section 3.3), plain or percent-encoded, between slashes of any spelling, or dots right behind
 * the base path; or a NUL. No browser sends one: they resolve dot segments themselves. nginx holds to the same.
 */
export const ESCAPING_PATH = `(?:^|[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?:[/\\\\?]|%2f|%5c|$)|^${BASE_PATH}(?:\\.|%2e){2}|%00`;

const escaping = new RegExp(ESCAPING_PATH, 'i');
const isBeneath = (path: string) => path === BASE_PATH || path.startsWith(`${BASE_PATH}/`);

/** Whether a canonical address, with or without its query, is a call's. */
export const isBeneathApi = (url: string): boolean =>
  url.startsWith(API_PATH) && ['', '/', '?'].includes(url.charAt(API_PATH.length));

/**
 * The one spelling of an address that everything behind it sees: in origin form (RFC 9112, section 3.2), slashes single,
 * and beneath the base path also where the ingress has stripped it. Query and percent-encoding stay as they are.
 */
export const canonicalUrl =
  (ingressStripsPrefix: boolean) =>
  (request: Pick<IncomingMessage, 'url'>): string => {
    const origin = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
    const at = origin.indexOf('?');
    const query = at < 0 ? '' : origin.slice(at);
    const path = (at < 0 ? origin : origin.slice(0, at)).replace(/\/{2,}/g, '/') || '/';
    return (ingressStripsPrefix && !isBeneath(path) ? BASE_PATH + path : path) + query;
  };

/** A refusal that leaves before its request has arrived whole would be lost with the connection: this much is read off first. */
const LINGER_MS = 1_000;

/** Refuses, before anything looks at them, addresses that try to escape and bodies that say they are too large. */
export const requestPaths = fp(
  async (app) => {
    app.addHook('onRequest', (request, _reply, done) => {
      const announced = Number(request.headers['content-length']);
      if (escaping.test(pathOf(request.originalUrl))) done(platformError('bad-request'));
      else if (announced > (request.routeOptions.bodyLimit ?? limits.BODY_BYTES))
        done(platformError('body-too-large'));
      else done();
    });
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
      const hasBody = Number(raw.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in raw.headers;
      if (hasBody && !raw.complete && !raw.readableEnded) readOff(raw, () => done(null, payload));
      else done(null, payload);
    });
  },
  { name: 'request-paths' },
);

/** Reads and drops what still comes, up to the limit of a body or for a second (RFC 9112, section 9.6); then `done`, once. */
function readOff(raw: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const enough = () => {
    clearTimeout(timer);
    raw.off('data', count).off('end', enough).off('error', enough).resume();
    done();
  };
  const count = (part: Buffer) => {
    bytes += part.length;
    if (bytes > limits.BODY_BYTES) enough();
  };
  const timer = setTimeout(enough, LINGER_MS);
  raw.on('data', count).on('end', enough).on('error', enough);
}

/** An address without its query. */
export function pathOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? url : url.slice(0, at);
}
