import fp from 'fastify-plugin';
import { BASE_PATH } from '#contract/constants.ts';
import { securityHeaders } from '#edge/security-headers.ts';

const isForTheBase = (cookie: string) =>
  cookie.split(';').some((attribute) => /^\s*path=(.*)$/i.exec(attribute)?.[1]?.trim() === BASE_PATH);

interface Options {
  /** For how long whoever came by TLS comes back by TLS alone (RFC 6797, section 7.2); undefined leaves it to whoever terminates it. */
  readonly hstsSeconds: number | undefined;
}

/** Adds them, keeps cookies to the base path, and keeps every answer out of caches that does not say otherwise. */
export const security = fp<Options>(
  async (app, { hstsSeconds }) => {
    const overTls = { ...securityHeaders, 'strict-transport-security': `max-age=${hstsSeconds}` };
    app.addHook('onRequest', (request, reply, done) => {
      const byTls = hstsSeconds !== undefined && request.protocol === 'https';
      reply.headers(byTls ? overTls : securityHeaders).header('cache-control', 'no-store');
      done();
    });
    app.addHook('onSend', (_request, reply, payload, done) => {
      const odd = [reply.getHeader('set-cookie') ?? []]
        .flat()
        .find((cookie) => !isForTheBase(String(cookie)));
      if (odd === undefined) return done(null, payload);
      reply.removeHeader('set-cookie');
      const name = String(odd).split('=', 1)[0];
      done(
        new TypeError(`The cookie ${name} needs Path=${BASE_PATH}: other applications live at this origin`),
      );
    });
  },
  { name: 'security' },
);
