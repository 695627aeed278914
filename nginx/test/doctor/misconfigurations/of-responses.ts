import {
  apache,
  apacheHost,
  caddy,
  caddyProxy,
  caddySite,
  directive,
  haproxy,
  haproxyResponse,
  haproxyRule,
  listed,
  location,
} from './misconfiguration.ts';
import type { Edit } from '../../ingress/start-proxy.ts';

const always = (response: string) => directive(`if ($http_x_none = "") { ${response} }`);
const unknownUser = 'somebody $2a$14$Zkx19XLiW6VYouLHR5NmfOFU0z2GTNmpkT/5qqR7hx4IjWJPDhjvG';
const cache404: Edit[] = [
  ['upstream web {', 'proxy_cache_path $folder/cache keys_zone=kept:1m;\nupstream web {'],
  directive('proxy_cache kept; proxy_cache_valid 404 1m; proxy_ignore_headers Cache-Control;'),
];
const cachePost: Edit[] = [
  [
    'upstream web {',
    'proxy_cache_path $folder/cache keys_zone=kept:1m; map $request_method $unkept { POST 0; default 1; }\nupstream web {',
  ],
  directive(
    'proxy_cache kept; proxy_cache_methods POST; proxy_cache_valid 200 1m; proxy_ignore_headers Cache-Control; proxy_no_cache $unkept; proxy_cache_bypass $unkept;',
  ),
];
/** Only where the address is the same again. */
const cacheStale: Edit[] = [
  ['upstream web {', 'proxy_cache_path $folder/cache keys_zone=kept:1m;\nupstream web {'],
  location(
    '/web/api/diagnostics/reply',
    'proxy_cache kept; proxy_cache_valid 200 1s; proxy_ignore_headers Cache-Control; proxy_cache_use_stale http_503;',
  ),
];
const anyOrigin = 'Access-Control-Allow-Origin';

/** Logins, pages and fields that the ingress puts in the place of the application's, found from outside. */
export const misconfigurationsOfResponses = listed({
  'login-in-front': {
    'nginx asks for a password': directive('auth_basic web; auth_basic_user_file $folder/none;'),
    'nginx asks for the login of oauth2-proxy': always('return 302 /oauth2/start?rd=$request_uri;'),
    'nginx leads to Authelia': always(
      'return 302 https://auth.example.org/?rd=https://$http_host$request_uri&rm=$request_method;',
    ),
    'nginx leads to an OpenID provider': always(
      'return 302 https://id.example.org/authorize?client_id=web&response_type=code;',
    ),
    'nginx refuses what auth_request refuses': always('return 401;'),
    'HAProxy asks for a password': [haproxy, haproxyRule('auth realm web')],
    'Caddy asks for a password': [caddy, caddySite(`basicauth {\n${unknownUser}\n}`)],
    'Apache asks for a password': [
      apache,
      apacheHost(
        '<Location /web>\nAuthType Basic\nAuthName web\nAuthUserFile /dev/null\nRequire valid-user\n</Location>',
      ),
    ],
  },
  'maintenance-page': {
    'nginx refuses everything with 503': always('return 503;'),
    'nginx shows a page of maintenance': always('return 200 "<h1>Down for maintenance</h1>";'),
    'HAProxy shows a page of maintenance': [
      haproxy,
      haproxyRule('return status 503 content-type text/html string "Come back later"'),
    ],
    'Caddy shows a page of maintenance': [caddy, caddySite('respond "Come back later" 503')],
  },
  'challenge-page': {
    'nginx challenges browsers': directive(
      'default_type text/html; if ($http_x_none = "") { return 403 "Checking your browser"; }',
    ),
  },
  blocked: {
    'nginx refuses everyone': directive('deny all;'),
    'nginx requires a certificate of the client': directive(
      'ssl_verify_client on; ssl_client_certificate /etc/ssl/web.pem;',
    ),
  },
  'sometimes-fails': {
    'a replica is dead, and asked again and again': [
      ['server 127.0.0.1:8080;', 'server 127.0.0.1:8080; server 127.0.0.1:1 max_fails=0;'],
      directive('proxy_next_upstream off;'),
    ],
  },
  'another-application': {
    'another application is among the replicas': [
      ['server 127.0.0.1:8080;', 'server 127.0.0.1:8080; server unix:$folder/other;'],
      ['upstream web {', 'server { listen unix:$folder/other; return 200 hello; }\nupstream web {'],
    ],
  },
  'other-host': {
    'nginx leads to another host': always('return 301 https://www.example.org$request_uri;'),
    'HAProxy leads to another host for assets': [
      haproxy,
      haproxyRule('redirect prefix http://static.example.org if { path_beg /web/assets/ }'),
    ],
  },
  'document-redirected': {
    'nginx leads by the language': location(
      '= /web/',
      'if ($http_accept_language ~ ^de) { return 302 /web/de/; }',
    ),
    'nginx drops the query of the document': location('= /web/', 'if ($args) { return 301 /web/; }'),
  },
  'path-changed': {
    'nginx removes the hash from the names of assets': location(
      '/web/assets/',
      'rewrite "^(.*)-[-_a-zA-Z0-9]{8}([.].*)$" $1$2 break;',
    ),
  },
  'response-field-added: www-authenticate; response-field-changed: www-authenticate': {
    'HAProxy asks for a password after a 401': [
      haproxy,
      haproxyResponse('set-header WWW-Authenticate Basic if { status 401 }'),
    ],
  },
  'response-field-changed: content-type': {
    'HAProxy changes the type of events': [
      haproxy,
      haproxyResponse('replace-header Content-Type text/event-stream.* text/plain'),
    ],
  },
  compressed: {
    'nginx always asks for gzip': directive('proxy_set_header Accept-Encoding gzip;'),
  },
  'response-body-changed; compressed': {
    'nginx takes assets from another host': directive(
      'proxy_set_header Accept-Encoding ""; sub_filter_once off; sub_filter /web/assets/ https://cdn.example.org/;',
    ),
  },
  'response-header-limit': {
    'nginx has buffers of 2 kB': directive(
      'proxy_buffer_size 2k; proxy_buffers 4 2k; proxy_busy_buffers_size 4k;',
    ),
  },
  'stream-cut': {
    'nginx ends streams that are silent': location(
      '/web/api/diagnostics/events',
      'proxy_read_timeout 500ms;',
    ),
  },
  'two-builds': {
    'two builds are among the replicas': [
      haproxy,
      haproxyResponse('set-header X-Build other if { rand(2) eq 0 }'),
    ],
  },
  'response-body-changed; response-field-removed: etag': {
    'nginx adds a script': directive(`sub_filter_once on; sub_filter </body> "<script></script></body>";`),
  },
  'calls-not-routed': {
    'another service responds to the calls': [
      'location = /web {',
      'location /web/api/ { default_type application/json; return 404 "{}"; }\nlocation = /web {',
    ],
    'HAProxy sends the calls to another service': [
      haproxy,
      haproxyRule('return status 404 content-type application/json string {} if { path_beg /web/api/ }'),
    ],
  },
  'not-routed': {
    'another page is at the base path': [
      'location = /web {',
      'location = /web/ { return 200 hello; }\nlocation = /web {',
    ],
  },
  'response-field-added: access-control-allow-origin': {
    'nginx allows every origin': directive(`add_header ${anyOrigin} * always;`),
    'HAProxy allows every origin': [haproxy, haproxyResponse(`set-header ${anyOrigin} *`)],
    'Caddy allows every origin': [caddy, caddyProxy(`header_down ${anyOrigin} *`)],
    'Apache allows every origin': [apache, apacheHost(`Header set ${anyOrigin} *`)],
  },
  'response-field-added: access-control-allow-credentials, access-control-allow-origin': {
    'nginx allows the origin that asks, with credentials': directive(
      `add_header ${anyOrigin} $http_origin always; add_header Access-Control-Allow-Credentials true always;`,
    ),
  },
  'response-field-changed: content-security-policy': {
    'nginx replaces the policy': directive(
      `proxy_hide_header Content-Security-Policy; add_header Content-Security-Policy "default-src 'self'" always;`,
    ),
    'HAProxy replaces the policy': [
      haproxy,
      haproxyResponse(`set-header Content-Security-Policy "default-src *"`),
    ],
  },
  'response-field-changed: referrer-policy': {
    'Apache replaces another field': [apache, apacheHost('Header set Referrer-Policy unsafe-url')],
  },
  'response-field-removed: vary': {
    'nginx removes Vary': directive('proxy_hide_header Vary;'),
    'Caddy removes Vary': [caddy, caddyProxy('header_down -Vary')],
  },
  cached: { 'nginx caches 404': cache404, 'nginx sends what it has in place of an error': cacheStale },
  // nginx takes these fields away, or answers them itself, where it caches.
  'cached; request-field-removed: if-none-match; field-refused': {
    'nginx caches responses to POST': cachePost,
  },
  'upgrade-refused': {
    'HAProxy drops the protocol of a WebSocket': [
      haproxy,
      haproxyResponse('del-header Sec-WebSocket-Protocol'),
    ],
  },
  'response-replaced': {
    'HAProxy makes 201 a 200': [haproxy, haproxyResponse('set-status 200 if { status 201 }')],
    'HAProxy says 304 for any If-None-Match': [
      haproxy,
      haproxyRule('return status 304 if { path_sub /assets/ } { req.hdr(If-None-Match) -m found }'),
    ],
  },
  'response-field-removed: retry-after': {
    'HAProxy drops Retry-After': [haproxy, haproxyResponse('del-header Retry-After')],
  },
  'response-field-changed: location': {
    'HAProxy drops the query of Location': [
      haproxy,
      haproxyResponse('replace-header Location ([^?]*).* \\1'),
    ],
  },
  'response-field-changed: cache-control': {
    'HAProxy replaces Cache-Control': [haproxy, haproxyResponse('set-header Cache-Control max-age=3600')],
  },
  'response-field-changed: cache-control; response-field-added: expires': {
    'nginx adds an expiry': directive('expires 1h;'),
    'nginx adds an expiry in the past': directive('expires -1;'),
    'Apache adds an expiry': [
      apache,
      apacheHost(
        'LoadModule expires_module /usr/lib/apache2/modules/mod_expires.so\nExpiresActive On\nExpiresDefault "access plus 1 hour"',
      ),
    ],
  },
});
