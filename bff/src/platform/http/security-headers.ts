import fp from 'fastify-plugin';
import { BASE_PATH } from '#contract/constants.ts';
import { securityHeaders } from '#edge/security-headers.ts';

const hasBasePath = (cookie: string) =>
  cookie.split(';').some((attribute) => {
    const path = /^\s*path=(.*)$/i.exec(attribute)?.[1]?.trim();
    return path === BASE_PATH || path?.startsWith(`${BASE_PATH}/`);
  });

interface Options {
  /** max-age of Strict-Transport-Security in seconds (RFC 6797, section 6.1.1); undefined leaves the field to the TLS proxy. */
  readonly hstsSeconds: number | undefined;
}

/** Adds the security header fields and, by default, `no-store`. Fails a response with a cookie that is not limited to the base path. */
export const securityHeaderFields = fp<Options>(async function securityHeaderFields(app, { hstsSeconds }) {
  const overTls = { ...securityHeaders, 'strict-transport-security': `max-age=${hstsSeconds}` };
  app.addHook('onRequest', (request, reply, done) => {
    const isTls = hstsSeconds !== undefined && request.protocol === 'https';
    reply.headers(isTls ? overTls : securityHeaders).header('cache-control', 'no-store');
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const invalid = [reply.getHeader('set-cookie') ?? []]
      .flat()
      .find((cookie) => !hasBasePath(String(cookie)));
    if (invalid === undefined) return done(null, payload);
    reply.removeHeader('set-cookie');
    const name = String(invalid).split('=', 1)[0];
    done(
      new TypeError(
        `The cookie ${name} needs Path=${BASE_PATH}, because other applications share this origin`,
      ),
    );
  });
});
