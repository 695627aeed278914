import {
  apache,
  apacheHost,
  caddy,
  caddyProxy,
  directive,
  haproxy,
  haproxyResponse,
  haproxyRule,
  listed,
  stripsUntold,
} from './misconfiguration.ts';
import type { Edit } from '../../ingress/start-proxy.ts';

const setProto = 'http-request set-header X-Forwarded-Proto https';
const setFor = 'http-request set-header X-Forwarded-For %[src]';
const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];
const decoding: Edit = [/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;'];

/** Those that the doctor finds only with DIAGNOSTICS=true. */
export const misconfigurationsWithDiagnostics = listed({
  'prefix-stripped': {
    'HAProxy strips the prefix, but the application is not told': [{ ...haproxy, ...stripsUntold }],
  },
  'prefix-kept': {
    'the prefix is kept, but the application expects it stripped': [{ configuredFor: 'stripping' }],
  },
  'prefix-doubled': { 'HAProxy adds the prefix again': [haproxy, haproxyRule('set-path /web%[path]')] },
  'case-changed': { 'the path is converted to upper case': [haproxy, haproxyRule('set-path %[path,upper]')] },
  'scheme-lost': { 'the scheme is not sent': noScheme },
  'scheme-forgeable': {
    'the scheme is sent unless the browser sends one': [
      haproxy,
      [setProto, `${setProto} unless { req.hdr(X-Forwarded-Proto) -m found }`],
    ],
  },
  'client-lost': {
    "the browser's address is not sent": ['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""'],
  },
  'client-forgeable': {
    "the browser's address is sent unless the browser sends one": [
      haproxy,
      [setFor, 'option forwardfor if-none'],
    ],
  },
  'host-lost': { 'the host loses its port': ['Host $http_host', 'Host $host'] },
  'proxy-untrusted': { 'the ingress is not a trusted proxy': directive('proxy_bind 127.0.0.9;') },
  'events-held-back': {
    'events are buffered despite X-Accel-Buffering': directive('proxy_ignore_headers X-Accel-Buffering;'),
    'Apache buffers events to compress them': [
      apache,
      ['SetEnv no-gzip 1', 'AddOutputFilterByType DEFLATE text/event-stream'],
    ],
  },
  'response-body-cut': { 'nginx sends no chunks': directive('chunked_transfer_encoding off;') },
  'upgrade-refused': { 'an upgrade is not forwarded': ['proxy_set_header Upgrade $http_upgrade;', ''] },
  'timeout-in-front': {
    'nginx has a shorter timeout': ['proxy_read_timeout 75s', 'proxy_read_timeout 2s'],
    'HAProxy has a shorter timeout': [haproxy, ['timeout server 75s', 'timeout server 2s']],
  },
  'path-decoded, path-changed, slashes-merged': { 'the path is decoded': decoding },
  'query-changed': { 'HAProxy drops the query': [haproxy, haproxyRule('set-uri %[path]')] },
  'path-decoded, path-changed, slashes-merged, query-changed': {
    'nginx drops the query': directive('set $args "";'),
  },
  'request-field-removed: sec-fetch-mode': {
    'nginx drops Sec-Fetch-Mode': directive('proxy_set_header Sec-Fetch-Mode "";'),
  },
  'response-replaced': {
    "nginx's page replaces a 5xx": directive(
      'proxy_intercept_errors on; error_page 500 502 503 504 /50x.html;',
    ),
    "HAProxy's page replaces a 503": [
      haproxy,
      haproxyResponse('return status 503 content-type text/html string Sorry if { status 503 }'),
    ],
    "Apache's page replaces a 5xx": [apache, apacheHost('ProxyErrorOverride On 500 502 503 504')],
    "Caddy's page replaces a 5xx": [
      caddy,
      caddyProxy('@failed status 5xx\nhandle_response @failed {\nrespond Sorry 500\n}'),
    ],
  },
  'response-field-removed: content-disposition': {
    'nginx removes Content-Disposition': directive('proxy_hide_header Content-Disposition;'),
    'Apache removes Content-Disposition': [apache, apacheHost('Header unset Content-Disposition')],
  },
  'response-field-removed: set-cookie': {
    'nginx removes cookies': directive('proxy_hide_header Set-Cookie;'),
  },
  'response-field-changed: set-cookie': {
    'nginx removes HttpOnly': directive('proxy_cookie_flags ~ nohttponly;'),
    "nginx widens cookies' paths to the origin": directive('proxy_cookie_path ~^.* /;'),
    "HAProxy widens cookies' paths to the origin": [
      haproxy,
      haproxyResponse('replace-header Set-Cookie (.*)Path=[^;]*(.*) \\1Path=/\\2'),
    ],
    "Apache widens cookies' paths to the origin": [
      apache,
      apacheHost('ProxyPassReverseCookiePath /web/api/diagnostics /'),
    ],
  },
});
