import {
  apache,
  apacheHost,
  before,
  caddy,
  caddyProxy,
  directive,
  haproxy,
  haproxyRule,
  listed,
  location,
} from './misconfiguration.ts';

/** What the ingress takes from requests, or refuses of them, found from outside. */
export const misconfigurationsOfRequests = listed({
  'header-limit': {
    'nginx accepts header fields of 2 kB': ['header_buffers 4 16k', 'header_buffers 4 2k'],
    'nginx accepts header fields of 4 kB': ['header_buffers 4 16k', 'header_buffers 4 4k'],
    'HAProxy has buffers of 4 kB': [haproxy, ['tune.bufsize 32768', 'tune.bufsize 4096']],
    'Apache accepts header fields of 2 kB': [apache, ['FieldSize 16384', 'FieldSize 2048']],
    'Apache accepts addresses of 4 kB': [apache, ['RequestLine 16384', 'RequestLine 4096']],
  },
  'method-refused': {
    'nginx allows GET, HEAD and POST': directive('if ($request_method !~ ^(GET|HEAD|POST)$) { return 405; }'),
    'nginx refuses HEAD': directive('if ($request_method = HEAD) { return 405; }'),
    'nginx responds to preflight requests': directive('if ($request_method = OPTIONS) { return 204; }'),
    'nginx refuses DELETE': directive('if ($request_method = DELETE) { return 403; }'),
    'HAProxy refuses PUT and PATCH': [haproxy, haproxyRule('deny deny_status 405 if { method PUT PATCH }')],
    'Apache allows GET and POST': [
      apache,
      apacheHost('<Location /web>\n<LimitExcept GET POST>\nRequire all denied\n</LimitExcept>\n</Location>'),
    ],
  },
  'request-field-removed: x-requested-by': {
    'nginx drops X-Requested-By': directive('proxy_set_header X-Requested-By "";'),
    'HAProxy drops X-Requested-By': [haproxy, haproxyRule('del-header X-Requested-By')],
    'Caddy drops X-Requested-By': [caddy, caddyProxy('header_up -X-Requested-By')],
    'Apache drops X-Requested-By': [apache, apacheHost('RequestHeader unset X-Requested-By')],
  },
  'request-field-removed: sec-fetch-site': {
    'nginx drops Sec-Fetch-Site': directive('proxy_set_header Sec-Fetch-Site "";'),
  },
  'request-field-removed: sec-fetch-site, sec-fetch-mode, sec-fetch-dest': {
    'HAProxy drops all of Sec-Fetch': [haproxy, haproxyRule('del-header sec-fetch- -m beg')],
  },
  'request-field-removed: origin': {
    'HAProxy drops the origin of WebSockets': [
      haproxy,
      haproxyRule('del-header Origin if { path_end /socket }'),
    ],
  },
  'request-field-changed: accept-language': {
    'nginx replaces the language': directive('proxy_set_header Accept-Language en;'),
  },
  'request-field-doubled: last-event-id': {
    'HAProxy adds a second line': [haproxy, haproxyRule('add-header Last-Event-ID 8')],
  },
  'request-field-added: authorization': {
    'HAProxy sends credentials of its own': [
      haproxy,
      haproxyRule('set-header Authorization Basic if !{ hdr(Authorization) -m found }'),
    ],
  },
  'request-body-changed': { 'nginx sends another body': directive('proxy_set_body "$request_body ";') },
  'field-refused': { 'nginx refuses credentials': directive('if ($http_authorization) { return 400; }') },
  'query-refused': {
    'a firewall refuses %2F': directive('if ($args ~ "%2F") { return 403; }'),
    'a firewall refuses what is encoded twice': directive('if ($args ~ "%25..") { return 403; }'),
  },
  'slashes-merged': {
    'HAProxy merges slashes': [haproxy, haproxyRule('replace-path (.*)//(.*) \\1/\\2')],
  },
  'slash-changed': {
    'HAProxy removes the slash at the end': [haproxy, haproxyRule('replace-path (/web/api/.*)/$ \\1')],
  },
  'path-filtered': {
    'a firewall refuses ~': [haproxy, haproxyRule('deny if { path_sub ~ }')],
    'nginx refuses PHP': location('~ \\.php$', 'deny all;'),
    'nginx refuses /web/api/auth': location('/web/api/auth', 'deny all;'),
  },
  'path-refused': { 'nginx looks for JSON on its disk': location('~ \\.json$', 'return 404;') },
  'path-changed': {
    'a backslash becomes a slash': [haproxy, haproxyRule('replace-path (.*)%5C(.*) \\1/\\2')],
  },
  'path-encoded, path-decoded, path-changed, path-refused': {
    'HAProxy encodes the path again': [haproxy, haproxyRule('replace-path (.*)%(.*) \\1%%25\\2')],
  },
  'body-refused': { 'a firewall refuses forms': directive('if ($content_type ~ multipart) { return 415; }') },
  'method-changed; request-body-changed': {
    'nginx sends GET': location('/web/api/diagnostics/echo', 'proxy_method GET;'),
  },
  'request-repeated': {
    'nginx mirrors requests': [
      directive('mirror /mirrored;'),
      before('location = /web {', 'location = /mirrored { internal; proxy_pass http://web$request_uri; }'),
    ],
    'HAProxy sends requests again': [haproxy, ['server web', 'retry-on 503\n  server web']],
  },
  'error-ejects': {
    'HAProxy takes errors for a death': [
      haproxy,
      ['server web', 'default-server check observe layer7 error-limit 3 on-error mark-down\n  server web'],
    ],
  },
  'rate-limited': {
    'nginx lets 60 requests pass': [
      ['upstream web {', 'limit_req_zone $binary_remote_addr zone=all:1m rate=1r/m;\nupstream web {'],
      directive('limit_req zone=all burst=60 nodelay;'),
    ],
  },
  'not-http': {
    'HAProxy begins connections with the PROXY protocol': [haproxy, [':8080', ':8080 send-proxy']],
  },
  'client-forgeable': {
    'nginx believes X-Real-IP': directive('set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;'),
  },
  'host-lost, scheme-lost, client-lost': {
    'the location of WebSockets has fields of its own': location(
      '~ /socket$',
      'proxy_set_header Connection upgrade; proxy_set_header Upgrade $http_upgrade;',
    ),
  },
  'scheme-lost': {
    'one of two nodes does not send the scheme': [
      ['upstream web {', 'split_clients $request_id $scheme_of_node { 50% https; * ""; }\nupstream web {'],
      ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto $scheme_of_node'],
    ],
  },
  'secret-unknown': { 'nginx drops the secret': directive('proxy_set_header X-Diagnostics "";') },
  'certificate-ends': { 'the certificate ends soon': [{ certificate: 'ending' }] },
  'certificate-refused': { 'nobody has signed the certificate': [{ certificate: 'untrusted' }] },
});
