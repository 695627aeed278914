import { type Advice, ingress, responseField } from './advice.ts';

const ownErrors = {
  nginx: 'proxy_intercept_errors off',
  haproxy: 'no http-response return by status',
  caddy: 'no handle_response in reverse_proxy',
  apache: 'ProxyErrorOverride Off',
  traefik: 'no errors middleware',
  envoy: 'no custom_response filter',
};

const unchangedCookies = {
  haproxy: 'no http-response replace-header or set-header Set-Cookie',
  caddy: 'no header_down Set-Cookie',
  apache: 'no ProxyPassReverseCookiePath or -Domain, no Header edit Set-Cookie',
  traefik: 'no plugin that rewrites Set-Cookie',
  envoy: 'no Lua filter that rewrites Set-Cookie',
};

/** Responses that arrive as others than the application sent. */
export const responding = {
  'html-for-asset': ingress(
    ownErrors,
    'A missing file must stay a 404. Leave the fallback to the application.',
  ),
  'html-for-call': ingress(
    ownErrors,
    "A failed call must stay a problem (RFC 9457). Do not replace the application's errors.",
  ),
  'html-for-failure': ingress(
    ownErrors,
    "A 5xx of the application must stay a problem (RFC 9457): it has the request's id. Do not replace it with a page.",
  ),
  'security-headers-doubled': ingress(
    {
      ...responseField('them'),
      nginx: 'no add_header beside proxy_pass',
      haproxy: 'no http-response add-header for them',
    },
    'The application sends these fields. Remove them in front: browsers enforce both policies, or neither.',
  ),
  'security-headers-dropped': ingress(
    responseField('them'),
    "Forward the application's security header fields.",
  ),
  'security-headers-replaced': ingress(
    {
      ...responseField('them'),
      traefik: 'no headers middleware with contentSecurityPolicy, referrerPolicy or customResponseHeaders',
    },
    "Forward the application's security header fields unchanged: its policy names what its document needs, and nothing else. FRAME_ANCESTORS and CONNECT_SRC set parts of it.",
  ),
  'cross-origin-opened': ingress(
    {
      ...responseField('Access-Control-Allow-Origin'),
      traefik: 'no headers middleware with accessControlAllowOriginList or -OriginListRegex',
      envoy: 'no cors filter policy on the route or its virtual host',
    },
    "Add no CORS fields: with them pages of other sites read what a person's calls reply. The application needs none.",
  ),
  'disposition-dropped': ingress(
    responseField('Content-Disposition'),
    'Forward Content-Disposition: without it a download opens in the place of the application, without its name.',
  ),
  'cookie-lost': ingress(
    responseField('Set-Cookie'),
    'Forward Set-Cookie: without it sign-in fails, and no cookie of the application is kept.',
  ),
  'cookie-path': ingress(
    { nginx: 'proxy_cookie_path off', ...unchangedCookies },
    "Forward the cookie's Path unchanged: with another one, applications of this origin get each other's sessions, or none.",
  ),
  'cookie-attributes': ingress(
    { nginx: 'proxy_cookie_flags off; proxy_cookie_domain off', ...unchangedCookies },
    'Forward HttpOnly, SameSite and Secure, and add no Domain: they keep the session from scripts, other sites and plain http.',
  ),
} as const satisfies Record<string, Advice>;
