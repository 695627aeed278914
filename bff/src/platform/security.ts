import fp from 'fastify-plugin';

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

/** Adds them, and keeps every answer out of caches that does not say otherwise. */
export const security = fp(
  async (app) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(securityHeaders).header('cache-control', 'no-store');
      done();
    });
  },
  { name: 'security' },
);
