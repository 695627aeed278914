import { type Advice, ingress, routeOf } from './advice.ts';

const unchangedPath = {
  nginx: 'proxy_pass http://<application>:8080 (without a path)',
  haproxy: 'no http-request set-path, replace-path or set-uri',
  caddy: 'no rewrite, no uri and no handle_path',
  apache: 'ProxyPass /web http://<application>:8080/web (the same path on both sides)',
  traefik: 'no addPrefix, replacePath, replacePathRegex or stripPrefix middleware',
  envoy: 'neither prefix_rewrite nor regex_rewrite',
};

/** Requests that do not reach the application, or not with their path. */
export const routing = {
  'no-answer': ingress(
    {
      nginx: 'proxy_pass http://<application>:8080',
      haproxy: 'server web <application>:8080',
      caddy: 'reverse_proxy <application>:8080',
      apache: 'ProxyPass /web http://<application>:8080/web',
      traefik: 'loadBalancer: { servers: [{ url: http://<application>:8080 }] }',
      envoy: 'load_assignment of the cluster: <application>, port 8080',
    },
    'The ingress cannot reach the application. Check its address, its port and that it runs.',
  ),
  'not-routed': ingress(
    {
      ...routeOf('/web/'),
      haproxy: 'use_backend web if { path /web } or { path_beg /web/ }',
      caddy: '@web path /web /web/*, then handle @web { reverse_proxy … }',
      apache: 'ProxyPass /web http://<application>:8080/web',
      traefik: 'rule: Path(`/web`) || PathPrefix(`/web/`)',
      envoy: 'match: { path_separated_prefix: /web }',
    },
    'Something else responds here. Route the base path, and everything beneath it, to the application.',
  ),
  'calls-not-routed': ingress(
    {
      nginx: 'no location of its own for /web/api',
      haproxy: 'no use_backend of its own for /web/api',
      caddy: 'no handle of its own for /web/api',
      apache: 'no ProxyPass of its own for /web/api',
      traefik: 'no router of its own for /web/api',
      envoy: 'no route of its own for /web/api',
    },
    "The document is the application's, but another service responds to its calls. Route everything beneath the base path to one place.",
  ),
  'maintenance-page': ingress(
    {
      nginx: 'no return 503, no rewrite to a page of maintenance',
      haproxy: 'no http-request return, no errorfile 503; enable server web/web',
      caddy: 'no respond and no error for /web, no rewrite to a page of maintenance',
      apache: 'no RewriteRule [R=503], no Redirect 503, no ErrorDocument 503',
      traefik: 'no router of higher priority for /web, no errors middleware',
      envoy: 'no direct_response for /web',
    },
    'The ingress responds with a page of its own, as for maintenance. End the maintenance, and check again.',
  ),
  'bff-unreachable': {
    hop: 'nginx → BFF',
    setting: 'BFF_ADDRESS=<host>:<port>',
    remedy: 'nginx runs but cannot reach the BFF. Set its address, and check that it runs.',
  },
  'prefix-stripped': ingress(
    'INGRESS_STRIPS_PREFIX=true',
    'The ingress strips the prefix. Set this for nginx and the BFF, or let the ingress keep the prefix.',
  ),
  'prefix-kept': {
    hop: 'BFF',
    setting: 'INGRESS_STRIPS_PREFIX=false',
    remedy:
      'The ingress keeps the prefix, but the application expects it to be stripped. Remove the setting.',
  },
  'prefix-stripped-twice': ingress(
    {
      nginx: 'one rewrite, such as proxy_pass http://web$stripped_uri',
      haproxy: 'one http-request set-path or replace-path',
      caddy: 'one uri strip_prefix /web, not within handle_path',
      apache: 'ProxyPass /web/ http://<application>:8080/ without a RewriteRule',
      traefik: 'one stripPrefix: { prefixes: [/web] }',
      envoy: 'one prefix_rewrite: / for the prefix /web/',
    },
    'More than the prefix is stripped. Let exactly one hop strip exactly the prefix.',
  ),
  'prefix-doubled': ingress(
    unchangedPath,
    'The ingress adds the prefix to a path that has it already. Forward the path unchanged.',
  ),
  'prefix-changed': ingress(
    unchangedPath,
    'The path arrives as another one. Let the ingress rewrite nothing. DIAGNOSTICS=true shows the path that arrives.',
  ),
  'case-changed': ingress(
    {
      ...unchangedPath,
      nginx: 'no rewrite to upper or lower case',
      haproxy: 'no http-request set-path with lower or upper',
      apache: 'no RewriteMap with int:tolower or int:toupper',
    },
    'Paths are case-sensitive. Forward them unchanged.',
  ),
  'encoded-slash': ingress(
    {
      nginx: 'proxy_pass without a path',
      haproxy: 'no http-request normalize-uri, no url_dec in set-path',
      caddy: 'no uri replace, no rewrite that decodes %2F',
      apache: 'AllowEncodedSlashes NoDecode; ProxyPass … nocanon',
      traefik: 'entryPoints.<name>.http.encodedCharacters.allowEncodedSlash: true',
      envoy: 'path_with_escaped_slashes_action: KEEP_UNCHANGED',
    },
    'Forward the path unchanged: with %2F decoded it is another path.',
  ),
  'query-dropped': ingress(
    {
      nginx: 'proxy_pass without a path, or with $request_uri instead of $uri',
      haproxy: 'no http-request set-query, no set-uri %[path]',
      caddy: 'no rewrite that ends with ?, no uri replace',
      apache: 'no RewriteRule with [QSD] or with ? at the end of its target',
      traefik: 'no plugin that rewrites the query',
      envoy: 'no Lua or ext_proc filter that rewrites :path',
    },
    'Forward the query unchanged: parameters of calls are in it.',
  ),
} as const satisfies Record<string, Advice>;
