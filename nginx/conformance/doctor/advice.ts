/** The proxies in whose words a setting is named: those in which the tests plant the fault. */
export const ingressProxies = ['nginx', 'haproxy', 'caddy', 'apache'] as const;
export type IngressProxy = (typeof ingressProxies)[number];

interface Entry {
  /** Which hop can have done it: the ingress, unless given. */
  readonly hop?: string;
  /** What to set there: one text, or one for each proxy. `<field>` stands for the names of the header fields. */
  readonly setting: string | Readonly<Record<IngressProxy, string>>;
  /** The differences that this setting causes or mends, and why each matters. */
  readonly kinds: Readonly<Record<string, string>>;
}

const table = [
  // Requests that do not reach the application.
  {
    setting: {
      nginx: 'location /web/ { proxy_pass http://<application>:8080; } and location = /web',
      haproxy: 'use_backend web if { path /web } or { path_beg /web/ }',
      caddy: '@web path /web /web/*, then handle @web { reverse_proxy … }',
      apache: 'ProxyPass /web http://<application>:8080/web',
    },
    kinds: {
      'no-answer':
        'Nothing responds: check that the application runs, its address, the health check (/web/api/status), HTTP/1.1, and what the hop says.',
      'another-application': 'Some requests reach something else: another server is among the replicas.',
      'not-routed': 'Something else responds. Route the base path, and everything beneath it.',
      'calls-not-routed': "The document is the application's, but something else responds to its calls.",
    },
  },
  {
    setting: {
      nginx: 'proxy_next_upstream error timeout; max_fails and fail_timeout of each server',
      haproxy:
        'option httpchk GET /web/api/status; server … check, without observe layer7; option redispatch',
      caddy: 'health_uri /web/api/status; fail_duration 2s, no unhealthy_status; lb_try_duration 5s',
      apache: 'BalancerMember … retry=2 with mod_proxy_hcheck; no failonstatus',
    },
    kinds: {
      'sometimes-fails':
        'Of several replicas, or nodes of a hop, one is dead, hangs, or is configured otherwise.',
      'error-ejects': 'An error of one call is no death: count failed connections alone, no status.',
    },
  },
  {
    hop: 'application',
    setting: 'the same image for every replica; PREVIOUS_IMAGE keeps the files of the build before',
    kinds: { 'two-builds': 'During a release that is right; otherwise people get errors at random.' },
  },
  {
    hop: 'nginx → BFF',
    setting: 'BFF_ADDRESS=<host>:<port>',
    kinds: { 'bff-unreachable': 'nginx runs but cannot reach the BFF. Check that it runs.' },
  },
  {
    setting: {
      nginx: 'no proxy_protocol on; proxy_set_header Host $http_host',
      haproxy: 'no send-proxy and no send-proxy-v2',
      caddy: 'no proxy_protocol in transport http',
      apache: 'ProxyPass to http://…, not to ajp:// or h2c://',
    },
    kinds: { 'not-http': 'What arrives is no valid HTTP request: perhaps the PROXY protocol, or no Host.' },
  },
  {
    hop: 'application, or a hop that changes the path or drops X-Diagnostics',
    setting:
      'DIAGNOSTICS of every BFF and of the check: the same secret; no hop that drops fields (proxy_pass_request_headers off)',
    kinds: { 'secret-unknown': 'The application responds as if there were no diagnostics.' },
  },
  {
    setting: {
      nginx: 'auth_basic off; auth_request off; no return or rewrite to a login',
      haproxy: 'no http-request auth, deny or redirect for /web',
      caddy: 'no basic_auth (basicauth) and no forward_auth for /web',
      apache: 'AuthType None; Require all granted',
    },
    kinds: {
      'login-in-front': 'Calls need problems, not a login page; the application signs people in itself.',
      'sign-in-blocked': "Forward the application's redirect to the provider.",
      'callback-blocked': 'The browser comes back from the provider here, with a query.',
    },
  },
  {
    setting: {
      nginx: 'no return, no rewrite, no error_page for /web',
      haproxy: 'no http-request return, no errorfile, no server in maintenance',
      caddy: 'no respond and no error for /web',
      apache: 'no RewriteRule [R=503], no ErrorDocument',
    },
    kinds: { 'maintenance-page': 'A page of the ingress responds. End the maintenance, and check again.' },
  },
  {
    setting: {
      nginx:
        'no firewall rule (ModSecurity, NAXSI), limit_except, deny, ssl_verify_client or if ($request_method …) for /web',
      haproxy: 'no http-request deny for /web',
      caddy: 'no method or header matcher before reverse_proxy',
      apache: 'no <Limit>, <LimitExcept>, AllowMethods, Require, and no ModSecurity rule for /web',
    },
    kinds: {
      'challenge-page': 'A challenge for browsers responds: calls, probes and providers cannot solve it.',
      blocked: 'The ingress refuses: by address, country or a rule of a firewall.',
      'query-refused': 'Parameters of calls have such values.',
      'path-filtered': 'Parameters of calls have such paths.',
      'body-refused': 'People write such texts, and forms have such types.',
      'method-refused': 'The application itself refuses methods that it does not have.',
      'field-refused': 'The application, or a product, needs these fields.',
      'back-channel-blocked': "The provider's server sends it, without a cookie, to end sessions.",
    },
  },
  {
    setting: {
      nginx: 'no rewrite or return 301 beneath /web',
      haproxy: 'no http-request redirect beneath /web, or only unless { ssl_fc }',
      caddy: 'no redir beneath /web',
      apache: 'no Redirect and no RewriteRule [R] beneath /web',
    },
    kinds: {
      'document-redirected':
        'The application has one address for all browsers and languages, and reads the query.',
      'redirect-loop':
        'Do not redirect because of the slash at the end; decide about https by the scheme that the browser used.',
    },
  },
  {
    setting: 'the check with the address that people use, or no redirect from this host to another',
    kinds: { 'other-host': 'The ingress leads to another host, whatever the path.' },
  },
  {
    setting: {
      nginx: 'limit_req with burst and limit_req_status 429, limit_conn: for many people behind one address',
      haproxy: 'http-request deny deny_status 429 by a stick-table: for many people behind one address',
      caddy: 'no rate_limit for /web',
      apache: 'no mod_evasive, no mod_qos for /web',
    },
    kinds: {
      'rate-limited': 'The ingress refuses everything after some requests: people behind one address, too.',
    },
  },

  // Requests that arrive as others.
  {
    setting: 'INGRESS_STRIPS_PREFIX=true for nginx and the BFF, or an ingress that keeps the prefix',
    kinds: { 'prefix-stripped': 'The ingress strips the prefix, and the application does not expect it.' },
  },
  {
    hop: 'application',
    setting: 'INGRESS_STRIPS_PREFIX=false',
    kinds: { 'prefix-kept': 'The ingress keeps the prefix, but the application expects it to be stripped.' },
  },
  {
    setting: {
      nginx:
        'proxy_pass http://<application>:8080 (without a path); no rewrite, no set $args, no location ~ beneath /web',
      haproxy: 'no http-request set-path, set-query, set-uri, replace-path or normalize-uri',
      caddy: 'no rewrite, no uri, no handle_path',
      apache:
        'AllowEncodedSlashes NoDecode; ProxyPass /web http://<application>:8080/web nocanon; no RewriteRule',
    },
    kinds: {
      'prefix-doubled': 'The ingress adds the prefix to a path that has it already.',
      'path-changed': 'Another screen or call is asked.',
      'path-decoded': 'With %2F decoded it is another path: a parameter with a slash is lost.',
      'path-encoded': 'Encoded twice it is another path: a parameter arrives with a percent sign.',
      'path-refused': 'Parameters of calls have such paths.',
      'slashes-merged': 'An empty segment is part of a path.',
      'slash-changed': 'The slash at the end is part of a path.',
      'case-changed': 'Paths are case-sensitive.',
      'query-changed': 'Parameters of calls are in the query.',
    },
  },
  {
    setting: {
      nginx: 'no proxy_set_header <field>',
      haproxy: 'no http-request del-header, set-header or add-header <field>',
      caddy: 'no header_up for <field>',
      apache: 'no RequestHeader directive for <field>; ProxyAddHeaders as in the example',
    },
    kinds: {
      'request-field-removed': 'The application, or a product, reads this field.',
      'request-field-changed': 'The application, or a product, reads this field as it was sent.',
      'request-field-added': 'The application takes it for what the browser has sent.',
      'request-field-doubled': 'Which of its lines counts is not defined.',
    },
  },
  {
    setting: {
      nginx: 'no proxy_set_body, no proxy_method, no mirror, no non_idempotent in proxy_next_upstream',
      haproxy: 'no http-request set-method, no filter; disable-l7-retry if METH_POST',
      caddy:
        'no request_body { set … }, no method in reverse_proxy and rewrite; lb_retry_match with GET alone',
      apache:
        'no input filter (SetInputFilter, mod_substitute), no RewriteRule that proxies, no failonstatus',
    },
    kinds: {
      'request-body-changed': 'What people send must arrive as it is, and whole.',
      'request-repeated': 'What people send once happens twice.',
      'method-changed': 'Another call is asked.',
    },
  },
  {
    setting: {
      nginx: 'client_max_body_size 0; client_body_temp_path that nginx may write',
      haproxy: 'no http-request deny by req.body_size or Content-Length; no wait-for-body',
      caddy: 'no request_body { max_size … }',
      apache: 'no LimitRequestBody below the limit; SecRequestBodyLimit of ModSecurity above it',
    },
    kinds: { 'body-limit': 'The application refuses itself, with a problem that people understand.' },
  },
  {
    setting: {
      nginx: 'large_client_header_buffers 4 16k; proxy_buffer_size 16k; proxy_busy_buffers_size 16k',
      haproxy: 'tune.bufsize 32768; tune.http.maxhdr 101',
      caddy: 'servers { max_header_size 16KB } or more; no max_response_header below it',
      apache: 'LimitRequestFieldSize, LimitRequestLine and responsefieldsize=16384; LimitRequestFields 100',
    },
    kinds: {
      'header-limit': 'Cookies and addresses up to the limit of the application must arrive.',
      'response-header-limit': 'The policy of a document and large cookies must pass.',
    },
  },
  {
    setting: {
      nginx: 'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade and Connection upgrade',
      haproxy: 'no http-request del-header Upgrade or Connection',
      caddy: 'no header_up for Upgrade or Connection',
      apache: 'ProxyPass … upgrade=websocket',
    },
    kinds: { 'upgrade-refused': 'Forward a WebSocket handshake, with HTTP/1.1.' },
  },

  // What the hops say of the browser.
  {
    hop: 'application',
    setting: 'TRUSTED_PROXIES=<the address of the ingress as the application sees it>, for nginx and the BFF',
    kinds: { 'proxy-untrusted': 'The ingress says who asks, and the application does not believe it.' },
  },
  {
    setting: {
      nginx:
        'proxy_set_header Host, X-Forwarded-For, -Proto, -Host as in nginx/ingress/nginx.conf: overwritten',
      haproxy:
        'http-request set-header X-Forwarded-*, as in nginx/ingress/haproxy.cfg: not add-header, not if-none',
      caddy: 'reverse_proxy sets them; trusted_proxies names the hops before Caddy only',
      apache: 'ProxyPreserveHost On; ProxyAddHeaders On; RequestHeader set, as in nginx/ingress/apache.conf',
    },
    kinds: {
      'scheme-lost': 'Without X-Forwarded-Proto there is no HSTS, and cookies are not Secure.',
      'scheme-forgeable': 'A browser decides by X-Forwarded-Proto what the application believes.',
      'host-lost': 'Redirects to sign-in need the host, with its port.',
      'host-forgeable': 'A browser decides by X-Forwarded-Host what the application believes.',
      'client-lost': 'Limits by address meet all people together, and the log does not say who asked.',
      'client-forgeable': 'By X-Forwarded-For a browser avoids limits by address, and the log lies.',
    },
  },

  // Responses that come as others.
  {
    setting: {
      nginx: 'proxy_intercept_errors off; no http_404 or http_5xx in proxy_next_upstream',
      haproxy: 'no http-request return, no http-response return',
      caddy: 'no handle_response and no handle_errors for /web',
      apache: 'ProxyErrorOverride Off',
    },
    kinds: {
      'response-replaced': "The application's own response says what happened, with the request's id.",
    },
  },
  {
    setting: {
      nginx: 'no proxy_hide_header, add_header, expires, proxy_redirect or proxy_cookie_* for <field>',
      haproxy: 'no http-response del-header, set-header, add-header or replace-header <field>',
      caddy: 'no header and no header_down for <field>',
      apache: 'no Header, Expires* or ProxyPassReverse* directive for <field>',
    },
    kinds: {
      'response-field-removed': 'Browsers act by this field.',
      'response-field-changed': 'Browsers act by this field.',
      'response-field-doubled': 'Browsers obey both lines, or neither.',
      'response-field-added': 'The application does not send it, because of what browsers do by it.',
    },
  },
  {
    setting: {
      nginx: 'gzip off; gunzip off; no proxy_set_header Accept-Encoding',
      haproxy: 'no compression, no filter compression',
      caddy: 'no encode; transport http { compression off }',
      apache: 'SetEnv no-gzip 1; no AddOutputFilterByType DEFLATE or INFLATE',
    },
    kinds: { compressed: 'The build has compressed the files; compressed again they lose validators.' },
  },
  {
    setting: {
      nginx: 'no sub_filter, no add_before_body, no pagespeed',
      haproxy: 'no Lua filter',
      caddy: 'no replace, no templates',
      apache: 'no mod_substitute, no mod_pagespeed',
    },
    kinds: {
      'response-body-changed': 'The policy forbids what is injected; what is minified has another ETag.',
    },
  },
  {
    setting: {
      nginx: 'proxy_cache off, or without proxy_ignore_headers and proxy_cache_valid',
      haproxy: 'no http-request cache-use',
      caddy: 'no cache directive for /web',
      apache: 'no CacheEnable for /web; no CacheIgnoreCacheControl',
    },
    kinds: { cached: 'The application forbids to keep it: people get what is old, or of somebody else.' },
  },
  {
    setting: {
      nginx: 'proxy_buffering off (or honour X-Accel-Buffering: no); no text/event-stream in gzip_types',
      haproxy: 'no http-response wait-for-body, no compression of text/event-stream',
      caddy: 'no response_buffers (buffer_responses), no encode of text/event-stream',
      apache: 'SetEnv no-gzip 1; ProxyPass … flushpackets=on',
    },
    kinds: { 'events-held-back': 'Forward text/event-stream at once and uncompressed.' },
  },
  {
    setting: {
      nginx: 'proxy_read_timeout 75s; proxy_max_temp_file_size 0, or a proxy_temp_path that nginx may write',
      haproxy: 'timeout server 75s',
      caddy: 'response_header_timeout 75s in transport http; no shorter read_timeout or write_timeout',
      apache: 'ProxyPass … timeout=75',
    },
    kinds: {
      'timeout-in-front': 'Wait longer than a call of the application may take.',
      'stream-cut': 'A stream is silent between its events.',
      'response-body-cut': 'A response ends before its end.',
    },
  },

  // TLS and clocks.
  {
    hop: 'clock',
    setting: 'NTP, on every machine',
    kinds: { 'clock-differs': 'Beyond a minute of difference to the provider sign-in fails.' },
  },
  {
    hop: 'TLS',
    setting: 'HSTS_SECONDS=31536000 (or the ingress sends Strict-Transport-Security)',
    kinds: { 'hsts-missing': 'Tell browsers to use TLS only.' },
  },
  {
    hop: 'TLS',
    setting: {
      nginx: 'return 301 https://$host$request_uri in the server of port 80',
      haproxy: 'http-request redirect scheme https unless { ssl_fc }',
      caddy: 'a site address without http:// (Caddy then redirects)',
      apache: 'Redirect permanent / https://<host>/',
    },
    kinds: { 'plain-http': 'Without TLS any hop can read and change what people send.' },
  },
  {
    hop: 'TLS',
    setting: {
      nginx: 'ssl_certificate <renewed certificate, then its intermediates>, then nginx -s reload',
      haproxy: 'bind … ssl crt <renewed certificate, its intermediates, its key>, then reload',
      caddy: 'tls <renewed files>, then caddy reload (or a host name, whose certificate Caddy renews)',
      apache: 'SSLCertificateFile <renewed certificate, then its intermediates>, then apachectl graceful',
    },
    kinds: {
      'certificate-refused':
        'Browsers refuse it, or some do: its end, its host, or intermediates that are missing.',
      'certificate-ends': 'When it ends, browsers refuse the page. Let renewing and loading be automatic.',
    },
  },
] as const satisfies readonly Entry[];

type KindsOf<E> = E extends { readonly kinds: infer Kinds } ? keyof Kinds : never;
export type Kind = KindsOf<(typeof table)[number]>;

const entries: readonly Entry[] = table;
export const kinds = entries.flatMap((entry) => Object.keys(entry.kinds)) as readonly Kind[];

/** Where a difference arises, why it matters, and what to change. */
export function adviceOn(kind: Kind): Required<Omit<Entry, 'kinds'>> & { readonly why: string } {
  const { hop = 'ingress', setting, kinds: whys } = entries.find((entry) => kind in entry.kinds) as Entry;
  return { hop, setting, why: whys[kind] ?? '' };
}
