import type { Advice } from './advice.ts';

/** What keeps the connection from being secure. */
export const tls = {
  'hsts-missing': {
    hop: 'TLS',
    setting: 'HSTS_SECONDS=31536000 (or the ingress sends Strict-Transport-Security)',
    remedy: 'Tell browsers to use TLS only.',
  },
  'plain-http': {
    hop: 'TLS',
    setting: {
      nginx: 'return 301 https://$host$request_uri',
      haproxy: 'http-request redirect scheme https unless { ssl_fc }',
      caddy: 'a site address without http:// (Caddy then redirects)',
      apache: 'Redirect permanent / https://<host>/',
      traefik:
        'entryPoints.<name>.http.redirections.entryPoint: { to: <entry point with TLS>, scheme: https }',
      envoy: 'redirect: { https_redirect: true }',
    },
    remedy: 'Serve https, and redirect http to it: without TLS, any hop can read and change the traffic.',
  },
  'certificate-ends': {
    hop: 'TLS',
    setting: {
      nginx: 'ssl_certificate <renewed file>, then nginx -s reload',
      haproxy: 'bind … ssl crt <renewed file>, then reload',
      caddy: 'tls <renewed files>, then caddy reload (or a host name, whose certificate Caddy renews)',
      apache: 'SSLCertificateFile <renewed file>, then apachectl graceful',
      traefik: 'tls.certificates with the renewed files (or a certResolver, which renews)',
      envoy: 'tls_certificates with the renewed files (or an SDS secret that is renewed)',
    },
    remedy:
      'Renew the certificate, load it, and let both be done automatically: when it ends, browsers refuse the page.',
  },
} as const satisfies Record<string, Advice>;
