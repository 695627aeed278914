import fp from 'fastify-plugin';
import { BASE_PATH } from '#contract/constants.ts';

const contentSecurityPolicy = {
  'default-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** Stand exactly once on every answer; nginx takes them from here too. HSTS is left to whoever terminates TLS. */
export const securityHeaders = {
  'content-security-policy': Object.entries(contentSecurityPolicy)
    .map((directive) => directive.join(' '))
    .join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

const isForTheBase = (cookie: string) =>
  cookie.split(';').some((attribute) => /^\s*path=(.*)$/i.exec(attribute)?.[1]?.trim() === BASE_PATH);

/** Adds them, keeps cookies to the base path, and keeps every answer out of caches that does not say otherwise. */
export const security = fp(
  async (app) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(securityHeaders).header('cache-control', 'no-store');
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
