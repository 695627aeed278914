import type { Kind, Proxy } from '#platform/test/ingress/proxies.ts';
import type { Edit } from '#platform/test/ingress/start-proxy.ts';

interface Misconfiguration {
  /** Id of the case that must fail. Cases before it may fail, too, but must not name a setting to check. */
  readonly id: string;
  readonly setting: string;
  readonly proxy: Proxy;
  readonly kind?: Kind;
  readonly edits: readonly Edit[];
}

const nginx = (id: string, setting: string, ...edits: Edit[]): Misconfiguration => ({
  id,
  setting,
  proxy: 'nginx',
  edits,
});

const haproxy = (id: string, setting: string, ...edits: Edit[]): Misconfiguration => ({
  ...nginx(id, setting, ...edits),
  proxy: 'haproxy',
});

const directive = (text: string): Edit => ['# WebSocket.', text];
const location = (path: string, text: string): Edit => [
  'location = /web {',
  `location ${path} { ${text} }\n  location = /web {`,
];
const onRequest = (rule: string): Edit => ['# Strips the path', `http-request ${rule}\n  # Strips the path`];
const onResponse = (rule: string): Edit => [
  '# Strips the path',
  `http-response ${rule}\n  # Strips the path`,
];

const FORWARDED_FOR = 'X-Forwarded-For $remote_addr';
const PASSWORD_FORM = `default_type text/html; return 200 '<input type="password">';`;
const CLEARED = ['X-Requested-By', 'Last-Event-Id', 'If-None-Match'].map(
  (name) => `proxy_set_header ${name} "";`,
);

export const misconfigurations: Readonly<Record<string, Misconfiguration>> = {
  'a redirect to a login page': nginx('0a', 'auth_request', location('/web/api/', 'return 302 /login;')),
  'a login page': nginx('0a', 'auth_request', location('/web/api/', PASSWORD_FORM)),
  'an unrouted base path': nginx('0b', 'location /web/', ['location /web/ {', 'location /app/ {']),
  'an API routed elsewhere': nginx('0b', 'for /web/api', location('/web/api/', 'return 404;')),
  'an unexpected stripped prefix': { ...haproxy('0c', 'INGRESS_STRIPS_PREFIX=true'), kind: 'stripping' },
  'a doubled prefix': haproxy('0c', 'set-path', onRequest('set-path /web%[path]')),
  'X-Diagnostics dropped': nginx('0d', 'X-Diagnostics', directive('proxy_set_header X-Diagnostics "";')),
  'Host without its port': nginx('21a', 'Host $http_host', ['Host $http_host', 'Host $host']),
  'X-Forwarded-Proto missing': nginx('21b', 'X-Forwarded-Proto $scheme', [
    'X-Forwarded-Proto $scheme',
    'X-Forwarded-Proto ""',
  ]),
  'X-Forwarded-For missing': nginx('21c', FORWARDED_FOR, [FORWARDED_FOR, 'X-Forwarded-For ""']),
  'X-Forwarded-For appended': nginx('21c', FORWARDED_FOR, [
    FORWARDED_FOR,
    'X-Forwarded-For $proxy_add_x_forwarded_for',
  ]),
  'X-Forwarded-For forwarded': haproxy('21c', 'not option forwardfor if-none', [
    'http-request set-header X-Forwarded-For %[src]',
    'option forwardfor if-none',
  ]),
  'request headers dropped': nginx('21d', 'No proxy_set_header with ""', directive(CLEARED.join(' '))),
  'Cookie dropped': nginx('21d', 'No proxy_set_header with ""', directive('proxy_set_header Cookie "";')),
  'a decoded slash': haproxy('15b', 'no url_dec', onRequest('set-path %[path,url_dec]')),
  'merged slashes': haproxy('15b', 'normalize-uri', onRequest('set-path %[path,regsub(//+,/,g)]')),
  'an added slash': haproxy('15b', 'adds a slash', onRequest('set-path %[path]/ if { path_end /a }')),
  'a decoded query': haproxy('15c', 'set-query', onRequest('set-query %[query,url_dec]')),
  'a body limit': nginx('17b', 'client_max_body_size 0', [
    'client_max_body_size 0',
    'client_max_body_size 100k',
  ]),
  'DELETE rejected': haproxy('23b', 'by method', onRequest('deny if METH_DELETE')),
  'HEAD rejected': haproxy('23b', 'by method', onRequest('deny if METH_HEAD')),
  'a read timeout': nginx('20', 'proxy_read_timeout 75s', [
    'proxy_read_timeout 75s',
    'proxy_read_timeout 2s',
  ]),
  'an error page for 504': nginx(
    '20',
    'proxy_intercept_errors off',
    directive('proxy_intercept_errors on; error_page 502 503 504 /50x.html;'),
  ),
  'an error page for 404': nginx(
    '14a',
    'proxy_intercept_errors off',
    directive('proxy_intercept_errors on; error_page 404 /50x.html;'),
  ),
  'buffered events': nginx(
    '22a',
    'no proxy_ignore_headers X-Accel-Buffering',
    directive('proxy_ignore_headers X-Accel-Buffering;'),
  ),
  'HTTP/1.0': nginx('22b', 'proxy_http_version 1.1', ['proxy_http_version 1.1', 'proxy_http_version 1.0']),
  'a rewritten cookie path': nginx('34b', 'No proxy_cookie_path', directive('proxy_cookie_path /web /;')),
  'cached documents': nginx('28a', 'No proxy_cache, expires', directive('expires 1h;')),
  'a weak ETag': haproxy('28b', 'changes the ETag', onResponse('replace-header ETag (.*) W/\\1')),
  'ETag dropped': nginx('28b', 'no proxy_hide_header ETag', directive('proxy_hide_header ETag;')),
  'Accept-Encoding dropped': nginx(
    '28c',
    'Forward Accept-Encoding',
    directive('proxy_set_header Accept-Encoding "";'),
  ),
  'a duplicated security header': nginx(
    '32',
    'No add_header',
    directive('add_header X-Content-Type-Options nosniff;'),
  ),
  'a security header dropped': nginx(
    '32',
    'proxy_hide_header',
    directive('proxy_hide_header Referrer-Policy;'),
  ),
};
