import { type Advice, ingress } from './advice.ts';

/** Redirects that lead elsewhere, and scheme, address and host that do not arrive. */
export const redirecting = {
  'redirect-loop': ingress(
    {
      nginx: 'no rewrite or return 301 of its own beneath /web',
      haproxy: 'no http-request redirect beneath /web, or only unless { ssl_fc }',
      caddy: 'no redir beneath /web',
      apache: 'no Redirect and no RewriteRule [R] beneath /web',
      traefik: 'no redirectRegex or redirectScheme middleware on the router',
      envoy: 'no redirect route beneath /web; require_tls only where TLS ends',
    },
    'The ingress redirects to itself, or back to what the application redirected. Do not redirect because of the slash at the end, and decide about https by the scheme that the browser used.',
  ),
  'redirect-inner': ingress(
    {
      nginx:
        'absolute_redirect off (or port_in_redirect, and the redirect made by the hop that terminates TLS)',
      haproxy: 'http-request redirect location /web/ (a path)',
      caddy: 'redir /web /web/ (a path)',
      apache: 'ProxyPassReverse /web http://<application>:8080/web',
      traefik: 'redirectRegex with the public scheme, host and port in its replacement',
      envoy: 'redirect: { path_redirect } without host_redirect and port_redirect',
    },
    'A redirect has a scheme, host or port that is not the public one. Redirect to a path.',
  ),
  'redirect-doubled': ingress(
    {
      nginx: 'proxy_redirect off',
      haproxy: 'no http-response replace-header or set-header Location',
      caddy: 'no header_down Location',
      apache: 'ProxyPassReverse with the path of ProxyPass; no Header edit Location',
      traefik: 'no plugin that rewrites Location',
      envoy: 'no Lua filter and no response_headers_to_add for Location',
    },
    "The ingress adds the prefix to the application's redirects, which have it already.",
  ),
} as const satisfies Record<string, Advice>;
