import { type Advice, ingress, requestField } from './advice.ts';

const proto = {
  nginx: 'proxy_set_header X-Forwarded-Proto $scheme',
  haproxy: 'http-request set-header X-Forwarded-Proto https',
  caddy: "no header_up X-Forwarded-Proto; trusted_proxies without the browsers' addresses",
  apache: 'RequestHeader set X-Forwarded-Proto https',
  traefik: "forwardedHeaders: { insecure: false }, trustedIPs without the browsers' addresses",
  envoy: 'use_remote_address: true, xff_num_trusted_hops: 0',
};

/** What a request says of the browser, and the fields that the application needs. */
export const forwarding = {
  'scheme-lost': ingress(
    proto,
    "Send the scheme that the browser used. If nginx runs before the BFF, nginx's TRUSTED_PROXIES must contain the ingress.",
  ),
  'scheme-forgeable': ingress(
    proto,
    "Always overwrite the browser's own field. Without an ingress, set TRUSTED_PROXIES to nothing.",
  ),
  'client-lost': ingress(
    {
      nginx: 'proxy_set_header X-Forwarded-For $remote_addr',
      haproxy: 'http-request set-header X-Forwarded-For %[src]',
      caddy: 'no header_up for X-Forwarded-For',
      apache: 'ProxyAddHeaders On',
      traefik: 'no customRequestHeaders for X-Forwarded-For',
      envoy: 'use_remote_address: true, skip_xff_append: false',
    },
    "Send the browser's address. Without it, logs and rate limits use the address of a hop: all people share one limit. If nginx runs before the BFF, nginx's TRUSTED_PROXIES must contain the ingress.",
  ),
  'client-forgeable': ingress(
    {
      nginx: 'proxy_set_header X-Forwarded-For $remote_addr',
      haproxy: 'http-request set-header X-Forwarded-For %[src]',
      caddy: "trusted_proxies without the browsers' addresses",
      apache: 'RequestHeader unset X-Forwarded-For early',
      traefik: "forwardedHeaders: { insecure: false }, trustedIPs without the browsers' addresses",
      envoy: 'early_header_mutation_extensions that remove X-Forwarded-For',
    },
    "Always overwrite the browser's own field. Without an ingress, set TRUSTED_PROXIES to nothing.",
  ),
  'host-lost': ingress(
    {
      nginx: 'proxy_set_header Host $http_host',
      haproxy: 'no http-request set-header Host',
      caddy: 'no header_up Host',
      apache: 'ProxyPreserveHost On',
      traefik: 'loadBalancer: { passHostHeader: true }',
      envoy: 'no host_rewrite_literal, auto_host_rewrite, strip_any_host_port or strip_matching_host_port',
    },
    'Forward the Host field as the browser sent it, with its port.',
  ),
  'proxy-untrusted': {
    hop: 'BFF',
    setting: 'TRUSTED_PROXIES=<address of the ingress>',
    remedy: 'The ingress sends scheme and address, but is not trusted. Add its address, and no other.',
  },
  'csrf-field-dropped': ingress(
    requestField('X-Requested-By'),
    'Forward this field: without it the application refuses every call that changes something.',
  ),
  'fetch-metadata-dropped': ingress(
    requestField('Sec-Fetch-Site, -Mode, -Dest'),
    "Forward the browser's Sec-Fetch-* fields: by them the application refuses requests of other sites.",
  ),
} as const satisfies Record<string, Advice>;
