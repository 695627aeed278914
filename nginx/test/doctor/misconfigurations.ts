import type { FindingId } from '../../conformance/doctor/findings.ts';
import type { Kind, Proxy } from '../ingress/proxies.ts';
import type { Edit } from '../ingress/start-proxy.ts';

interface Options {
  /** nginx unless given. */
  readonly proxy?: Proxy;
  /** How the ingress is configured: it keeps the prefix unless given. */
  readonly kind?: Kind;
  /** How the application is configured: for the ingress's kind unless given. */
  readonly configuredFor?: Kind;
  /** Plain HTTP, at an address that browsers do not treat as this machine's own. */
  readonly plain?: true;
  /** No application listens. */
  readonly down?: true;
}

export interface Misconfiguration extends Options {
  readonly title: string;
  readonly finds: readonly FindingId[];
  readonly edits: readonly Edit[];
}

/** One edit, or several, with what else differs from the examples. */
type Plant = Edit | readonly Edit[] | readonly [Options, ...Edit[]];

/** Plants by what the doctor finds, and by title. */
type Plants = Readonly<Record<string, Readonly<Record<string, Plant>>>>;

const isEdit = (value: Plant | Options | Edit): value is Edit =>
  Array.isArray(value) && typeof value[1] === 'string';

function listed(plants: Plants): Misconfiguration[] {
  return Object.entries(plants).flatMap(([finds, titles]) =>
    Object.entries(titles).map(([title, plant]) => {
      const edits = (isEdit(plant) ? [plant] : plant.filter(isEdit)) as Edit[];
      const options = (isEdit(plant) ? undefined : plant.find((item) => !isEdit(item))) as
        | Options
        | undefined;
      return { title, finds: finds.split(', ') as FindingId[], edits, ...options };
    }),
  );
}

const before = (text: string, more: string): Edit => [text, `${more}\n${text}`];
/** A directive at the level of the example's own settings. */
const directive = (text: string): Edit => before('# WebSocket.', text);
const location = (path: string, more: string): Edit =>
  before('location = /web {', `location ${path} { proxy_pass http://web; ${more} }`);
const haproxyRule = (rule: string): Edit => before('# Another application', `http-request ${rule}\n  `);
const haproxy = { proxy: 'haproxy' } as const;
const apache = { proxy: 'apache' } as const;
const caddy = { proxy: 'caddy' } as const;
const stripping = { kind: 'stripping' } as const;
const stripsUntold = { kind: 'stripping', configuredFor: 'preserving' } as const;

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
const setProto = 'http-request set-header X-Forwarded-Proto https';
const setFor = 'http-request set-header X-Forwarded-For %[src]';
const noScheme: Edit = ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'];
const decoding: Edit = [/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;'];

/** Operators' mistakes, planted in the examples of `nginx/ingress/`, that the doctor finds from outside. */
export const foundFromOutside = listed({
  'prefix-stripped': { 'the prefix is stripped, but the application is not told': [stripsUntold] },
  'prefix-stripped-twice': {
    'the prefix and the next segment are stripped': [stripping, stripSegment],
    'the prefix and the next segment are stripped, but the application is not told': [
      stripsUntold,
      stripSegment,
    ],
  },
  'prefix-doubled': {
    'nginx adds the prefix again': ['proxy_pass http://web;', 'proxy_pass http://web/web$request_uri;'],
  },
  'prefix-changed': {
    'the prefix is replaced by another': [haproxy, haproxyRule('replace-path /web(.*) /app\\1')],
  },
  'case-changed': { 'the path is converted to lower case': [haproxy, haproxyRule('set-path %[path,lower]')] },
  'redirect-loop': {
    'a redirect removes the slash at the end': directive('rewrite ^/(.+)/$ /$1 permanent;'),
    'https is required, but no hop says that it is used': directive(requireHttps),
  },
  'redirect-inner': { 'an inner nginx, which knows neither TLS nor port, adds the slash': innerNginx },
  'redirect-doubled': {
    "the prefix is added to the application's redirects": directive('proxy_redirect / /web/;'),
  },
  'body-limit': {
    'bodies have a lower limit': ['client_max_body_size 0', 'client_max_body_size 512k'],
    'the proxy itself refuses large bodies': ['client_max_body_size 0;', ''],
  },
  'encoded-slash': { 'Apache refuses %2F': [apache, ['AllowEncodedSlashes NoDecode', '']] },
  'html-for-asset': { 'the shell replaces a missing file': location('/web/assets/', shellForMissing) },
  'html-for-call': { "the proxy's page replaces a failed call": location('= /web/api/nope', ownErrorPage) },
  'html-for-asset, html-for-call': {
    'the shell replaces everything that is not found': directive(shellForMissing),
  },
  'security-headers-doubled': {
    'security headers are added again': directive('add_header X-Content-Type-Options nosniff always;'),
  },
  'security-headers-dropped': {
    'a security header is removed': directive('proxy_hide_header Content-Security-Policy;'),
  },
  'compressed-in-front': {
    'files are compressed again': directive(gzipAgain),
    'Caddy requests gzip and decompresses it': [caddy, ['compression off', '']],
  },
  'validators-lost': { 'ETags are removed': directive('proxy_hide_header ETag;') },
  'cached-in-front': { 'every response is cached for a minute': cacheEverything },
  'hsts-missing': {
    'browsers are not told to use TLS': directive('proxy_hide_header Strict-Transport-Security;'),
  },
  'plain-http': { 'the application is served without TLS': [{ plain: true }] },
  'not-routed': {
    'the prefix is not routed': ['location /web/ {', 'location /webb/ {'],
    'the prefix without its slash is not routed': [haproxy, ['acl for_web path /web\n', '']],
  },
  'no-answer': { 'the application is down': [{ down: true }] },
});

/** Those that the doctor finds where people sign in at a provider. */
export const foundWithSignIn = listed({
  'sign-in-blocked': {
    'a login of the ingress replaces sign-in': location(
      '= /web/api/session/sign-in',
      'if ($request_method = GET) { return 302 https://login.example/; }',
    ),
  },
  'cookie-lost': { 'cookies are removed': directive('proxy_hide_header Set-Cookie;') },
  'cookie-path': { "cookies' paths become the whole origin": directive('proxy_cookie_path ~^.* /;') },
  'cookie-attributes': {
    'Secure is removed': directive('proxy_cookie_flags ~ nosecure;'),
    'HttpOnly is removed': directive('proxy_cookie_flags ~ nohttponly;'),
    'SameSite is weakened': directive('proxy_cookie_flags ~ samesite=none;'),
    'a Domain is added': directive(
      'proxy_cookie_path /web/api/session "/web/api/session; Domain=localhost";',
    ),
  },
  'callback-blocked': {
    'the way back is blocked': location('= /web/api/session/callback', 'if ($arg_code) { return 403; }'),
  },
  'back-channel-blocked': {
    'POST needs a login': location(
      '= /web/api/session/back-channel-logout',
      'limit_except GET { deny all; }',
    ),
  },
  'clock-differs': {
    'the clock is wrong': [
      haproxy,
      before('# Another application', 'http-response set-header Date "Sat, 01 Jan 2000 00:00:00 GMT"\n  '),
    ],
  },
  'hsts-missing, scheme-lost': { 'the scheme is not sent': noScheme },
});

/** Those that the doctor finds only with DIAGNOSTICS=true. */
export const foundWithDiagnostics = listed({
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
  'events-buffered': {
    'events are buffered despite X-Accel-Buffering': directive('proxy_ignore_headers X-Accel-Buffering;'),
    'Apache buffers events to compress them': [
      apache,
      ['SetEnv no-gzip 1', 'AddOutputFilterByType DEFLATE text/event-stream'],
    ],
  },
  'upgrade-refused': { 'an upgrade is not forwarded': ['proxy_set_header Upgrade $http_upgrade;', ''] },
  'timeout-in-front': {
    'nginx has a shorter timeout': ['proxy_read_timeout 75s', 'proxy_read_timeout 2s'],
    'HAProxy has a shorter timeout': [haproxy, ['timeout server 75s', 'timeout server 2s']],
  },
  'encoded-slash': { 'the path is decoded': decoding },
});

export const misconfigurations = [...foundFromOutside, ...foundWithDiagnostics];
