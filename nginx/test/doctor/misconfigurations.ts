import type { Finding } from '../../conformance/doctor/advice.ts';
import type { Kind, Proxy } from '../ingress/proxies.ts';
import type { Edit } from '../ingress/start-proxy.ts';

interface Misconfiguration {
  readonly proxy: Proxy;
  readonly edits: readonly Edit[];
  readonly kind?: Kind;
}

const nginx = (...edits: Edit[]): Misconfiguration => ({ proxy: 'nginx', edits });
const haproxy = (...edits: Edit[]): Misconfiguration => ({ proxy: 'haproxy', edits });

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

/** Changes of the examples in nginx/ingress/ by finding. */
export const misconfigurations: Readonly<Record<Finding, Misconfiguration>> = {
  'base path not routed': nginx(['location /web/ {', 'location /app/ {']),
  'API routed elsewhere': nginx(location('/web/api/', 'return 404;')),
  'prefix stripped without the setting': { proxy: 'haproxy', kind: 'stripping', edits: [] },
  'prefix doubled': haproxy(onRequest('set-path /web%[path]')),
  'Host rewritten': nginx(['Host $http_host', 'Host $host']),
  'X-Forwarded-Proto missing': nginx(['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""']),
  'X-Forwarded-For missing': nginx(['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""']),
  'X-Forwarded-For trusted from anyone': haproxy([
    'http-request set-header X-Forwarded-For %[src]',
    'option forwardfor if-none',
  ]),
  '%2F decoded': haproxy(onRequest('set-path %[path,url_dec]')),
  'slashes merged': haproxy(onRequest('set-path %[path,regsub(//+,/,g)]')),
  'query re-encoded': haproxy(onRequest('set-query %[query,url_dec]')),
  'trailing slash added': haproxy(onRequest('set-path %[path]/ if { path_end /a }')),
  'body limit': nginx(['client_max_body_size 0', 'client_max_body_size 100k']),
  'read timeout': nginx(['proxy_read_timeout 75s', 'proxy_read_timeout 2s']),
  'events buffered': nginx(directive('proxy_ignore_headers X-Accel-Buffering;')),
  'error pages instead of problem documents': nginx(
    directive('proxy_intercept_errors on; error_page 404 500 502 503 504 /50x.html;'),
  ),
  'documents cached': nginx(directive('expires 1h;')),
  'compression lost or applied twice': nginx(directive('proxy_set_header Accept-Encoding "";')),
  'ETag weakened or dropped': haproxy(onResponse('replace-header ETag (.*) W/\\1')),
  'security header dropped or duplicated': nginx(directive('add_header X-Content-Type-Options nosniff;')),
  'cookie path rewritten': nginx(directive('proxy_cookie_path /web /;')),
  'DELETE or HEAD rejected': haproxy(onRequest('deny if METH_DELETE')),
  'request headers dropped': nginx(
    directive(
      'proxy_set_header X-Requested-By ""; proxy_set_header Last-Event-Id ""; proxy_set_header If-None-Match "";',
    ),
  ),
  'login page or redirect instead of an API response': nginx(location('/web/api/', 'return 302 /login;')),
  'diagnostics unavailable': nginx(directive('proxy_set_header X-Diagnostics "";')),
};

export const variants: readonly (readonly [Finding, Misconfiguration])[] = [
  [
    'X-Forwarded-For trusted from anyone',
    nginx(['X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for']),
  ],
  ['ETag weakened or dropped', nginx(directive('proxy_hide_header ETag;'))],
  ['security header dropped or duplicated', nginx(directive('proxy_hide_header Referrer-Policy;'))],
  ['DELETE or HEAD rejected', haproxy(onRequest('deny if METH_HEAD'))],
  [
    'login page or redirect instead of an API response',
    nginx(location('/web/api/', `default_type text/html; return 200 '<input type="password">';`)),
  ],
];
