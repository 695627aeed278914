import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { isBeneathApi } from '#platform/edge/paths.ts';
import { REQUEST_ID_PATTERN } from '#platform/edge/request-id.ts';
import { securityHeaders } from '#platform/edge/security-headers.ts';
import { build } from './build-id.ts';

const pattern = new RegExp(REQUEST_ID_PATTERN);

export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && pattern.test(sent) ? sent : randomUUID();
}

const hasBasePath = (cookie: string) =>
  cookie.split(';').some((attribute) => {
    const path = /^\s*path=(.*)$/i.exec(attribute)?.[1]?.trim();
    return path === BASE_PATH || path?.startsWith(`${BASE_PATH}/`);
  });

/** Adds the request id, the security headers and, by default, `no-store`. Rejects a response that sets a cookie outside the base path. */
export const responseHeaders = fp<{ hstsSeconds: number | undefined }>(async function responseHeaders(
  app,
  { hstsSeconds },
) {
  const overTls = { ...securityHeaders, 'strict-transport-security': `max-age=${hstsSeconds}` };
  app.addHook('onRequest', (request, reply, done) => {
    const isTls = hstsSeconds !== undefined && request.protocol === 'https';
    reply.headers(isTls ? overTls : securityHeaders).header('cache-control', 'no-store');
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const cookies = reply.getHeader('set-cookie');
    if (cookies === undefined) return done(null, payload);
    const invalid = [cookies].flat().find((cookie) => !hasBasePath(String(cookie)));
    if (invalid === undefined) return done(null, payload);
    reply.removeHeader('set-cookie');
    const name = String(invalid).split('=', 1)[0];
    done(
      new TypeError(
        `The cookie ${name} must have Path=${BASE_PATH}, because other applications share this origin`,
      ),
    );
  });
});

/** Adds the build id to the responses of calls, so that the client notices a deploy. */
export const buildHeader = fp(async function buildHeader(app) {
  if (build === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (isBeneathApi(request.url)) reply.header('x-build', build);
    done();
  });
});
