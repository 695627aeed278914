import {
  apache,
  before,
  caddy,
  directive,
  haproxy,
  haproxyRule,
  listed,
  location,
  stripping,
  stripsUntold,
} from './misconfiguration.ts';
import type { Edit } from '../../ingress/start-proxy.ts';

const stripSegment: Edit = ['"~^/web(?<rest>/.*)$"', '"~^/web(?:/[^/?]+(?=/))?(?<rest>/.*)$"'];
const innerNginx: Edit[] = [
  [
    'location = /web {\n    proxy_pass http://web;',
    'location = /web {\n    proxy_redirect off;\n    proxy_pass http://unix:$folder/inner:;',
  ],
  before(
    'map $http_upgrade',
    'server { listen unix:$folder/inner; location /web/ { proxy_pass http://web; } }',
  ),
];
const cacheEverything: Edit[] = [
  before('upstream web {', 'proxy_cache_path $folder/cache keys_zone=kept:1m;'),
  directive('proxy_cache kept; proxy_cache_valid any 1m; proxy_ignore_headers Cache-Control;'),
];
const requireHttps = 'if ($http_x_forwarded_proto != https) { return 301 https://$http_host$request_uri; }';
const gzipAgain = 'proxy_set_header Accept-Encoding ""; gzip on; gzip_proxied any;';
const ownErrorPage = 'proxy_intercept_errors on; error_page 404 /none;';
const shellForMissing = 'proxy_intercept_errors on; error_page 404 =200 /web/;';
/** Operators' mistakes, planted in the examples of `nginx/ingress/`, that the doctor finds from outside. */
export const misconfigurationsFromOutside = listed({
  'prefix-stripped': { 'the prefix is stripped, but the application is not told': [stripsUntold] },
  'path-changed': {
    'the prefix is replaced by another': [haproxy, haproxyRule('replace-path /web(.*) /app\\1')],
    'the prefix and the next segment are stripped': [stripping, stripSegment],
    'the prefix and the next segment are stripped, but the application is not told': [
      stripsUntold,
      stripSegment,
    ],
  },
  'prefix-doubled': {
    'nginx adds the prefix again': ['proxy_pass http://web;', 'proxy_pass http://web/web$request_uri;'],
  },
  'case-changed': { 'the path is converted to lower case': [haproxy, haproxyRule('set-path %[path,lower]')] },
  'redirect-loop': {
    'a redirect removes the slash at the end': directive('rewrite ^/(.+)/$ /$1 permanent;'),
    'https is required, but no hop says that it is used': directive(requireHttps),
  },
  'response-field-changed: location': {
    'an inner nginx, which knows neither TLS nor port, adds the slash': innerNginx,
    "the prefix is added to the application's redirects": directive('proxy_redirect / /web/;'),
  },
  'body-limit': {
    'bodies have a lower limit': ['client_max_body_size 0', 'client_max_body_size 512k'],
    'the proxy itself refuses large bodies': ['client_max_body_size 0;', ''],
  },
  'path-refused': { 'Apache refuses %2F': [apache, ['AllowEncodedSlashes NoDecode', '']] },
  'response-replaced': {
    'the shell replaces a missing file': location('/web/assets/', shellForMissing),
    "the proxy's page replaces a failed call": location('= /web/api/nope', ownErrorPage),
    'the shell replaces everything that is not found': directive(shellForMissing),
  },
  'response-field-doubled: x-content-type-options': {
    'security headers are added again': directive('add_header X-Content-Type-Options nosniff always;'),
  },
  'response-field-removed: content-security-policy': {
    'a security header is removed': directive('proxy_hide_header Content-Security-Policy;'),
  },
  compressed: { 'files are compressed again': directive(gzipAgain) },
  'response-field-changed: etag': {
    'Caddy requests gzip and decompresses it': [caddy, ['compression off', '']],
  },
  'response-field-removed: etag': { 'ETags are removed': directive('proxy_hide_header ETag;') },
  cached: { 'every response is cached for a minute': cacheEverything },
  'hsts-missing': {
    'browsers are not told to use TLS': directive('proxy_hide_header Strict-Transport-Security;'),
  },
  'plain-http': { 'the application is served without TLS': [{ plain: true }] },
  'not-routed': {
    'the prefix is not routed': ['location /web/ {', 'location /webb/ {'],
    'the prefix without its slash is not routed': [haproxy, ['acl for_web path /web\n', '']],
  },
  'no-answer': {
    'the application is down': [{ down: true }],
    'the application is down behind HAProxy': [{ ...haproxy, down: true }],
    'the application is down behind Apache': [{ ...apache, down: true }],
    'the application is down behind Caddy': [{ ...caddy, down: true }],
  },
});
