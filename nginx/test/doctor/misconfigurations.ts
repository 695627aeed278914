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

/** One edit, or several, or none. */
type Edits = Edit | readonly Edit[] | undefined;

const misconfigured = (
  title: string,
  finds: FindingId | FindingId[],
  edits: Edits,
  options: Options = {},
) => ({
  title,
  finds: [finds].flat(),
  edits: (typeof edits?.[1] === 'string' ? [edits] : (edits ?? [])) as readonly Edit[],
  ...options,
});

const before = (text: string, more: string): Edit => [text, `${more}\n${text}`];
/** A directive at the level of the example's own settings. */
const directive = (text: string): Edit => before('# WebSocket.', text);
const location = (path: string, more: string): Edit =>
  before('location = /web {', `location ${path} { proxy_pass http://web; ${more} }`);
const haproxyRule = (rule: string): Edit => before('# Another application', `http-request ${rule}\n  `);
const haproxy = { proxy: 'haproxy' } as const;
const apache = { proxy: 'apache' } as const;
const stripping = { kind: 'stripping' } as const;
const stripsUnknown = { kind: 'stripping', configuredFor: 'preserving' } as const;

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
const ownErrorPage = 'proxy_intercept_errors on; error_page 404 /none;';
const shellForMissing = 'proxy_intercept_errors on; error_page 404 =200 /web/;';

/** Operators' mistakes, planted in the examples of `nginx/ingress/`, that the doctor finds from outside. */
export const foundFromOutside: readonly Misconfiguration[] = [
  misconfigured(
    'the prefix is stripped, but the application is not told',
    'prefix-stripped',
    undefined,
    stripsUnknown,
  ),
  misconfigured(
    'the prefix and the next segment are stripped',
    'prefix-stripped-twice',
    stripSegment,
    stripping,
  ),
  misconfigured(
    'the prefix and the next segment are stripped, but the application is not told',
    'prefix-stripped-twice',
    stripSegment,
    stripsUnknown,
  ),
  misconfigured('nginx adds the prefix again', 'prefix-doubled', [
    'proxy_pass http://web;',
    'proxy_pass http://web/web$request_uri;',
  ]),
  misconfigured(
    'the prefix is replaced by another',
    'prefix-changed',
    haproxyRule('replace-path /web(.*) /app\\1'),
    haproxy,
  ),
  misconfigured(
    'the path is converted to lower case',
    'case-changed',
    haproxyRule('set-path %[path,lower]'),
    haproxy,
  ),
  misconfigured(
    'a redirect removes the slash at the end',
    'redirect-loop',
    directive('rewrite ^/(.+)/$ /$1 permanent;'),
  ),
  misconfigured(
    'https is required, but no hop says that it is used',
    'redirect-loop',
    directive('if ($http_x_forwarded_proto != https) { return 301 https://$http_host$request_uri; }'),
  ),
  misconfigured(
    'an inner nginx, which knows neither TLS nor port, adds the slash',
    'redirect-inner',
    innerNginx,
  ),
  misconfigured(
    "the prefix is added to the application's redirects",
    'redirect-doubled',
    directive('proxy_redirect / /web/;'),
  ),
  misconfigured('the limit of bodies is lower than the application’s', 'body-limit', [
    'client_max_body_size 0',
    'client_max_body_size 512k',
  ]),
  misconfigured('the proxy itself refuses large bodies', 'body-limit', ['client_max_body_size 0;', '']),
  misconfigured('Apache refuses %2F', 'encoded-slash', ['AllowEncodedSlashes NoDecode', ''], apache),
  misconfigured(
    'the shell replaces a missing file',
    'html-for-asset',
    location('/web/assets/', shellForMissing),
  ),
  misconfigured(
    "the proxy's own page replaces a failed call",
    'html-for-call',
    location('= /web/api/nope', ownErrorPage),
  ),
  misconfigured(
    'the shell replaces everything that is not found',
    ['html-for-asset', 'html-for-call'],
    directive(shellForMissing),
  ),
  misconfigured(
    'security headers are added again',
    'security-headers-doubled',
    directive('add_header X-Content-Type-Options nosniff always;'),
  ),
  misconfigured(
    'a security header is removed',
    'security-headers-dropped',
    directive('proxy_hide_header Content-Security-Policy;'),
  ),
  misconfigured(
    'files are compressed again',
    'compressed-in-front',
    directive('proxy_set_header Accept-Encoding ""; gzip on; gzip_proxied any;'),
  ),
  misconfigured('Caddy requests gzip and decompresses it', 'compressed-in-front', ['compression off', ''], {
    proxy: 'caddy',
  }),
  misconfigured('ETags are removed', 'validators-lost', directive('proxy_hide_header ETag;')),
  misconfigured('every response is cached for a minute', 'cached-in-front', cacheEverything),
  misconfigured(
    'browsers are not told to use TLS',
    'hsts-missing',
    directive('proxy_hide_header Strict-Transport-Security;'),
  ),
  misconfigured('the application is served without TLS', 'plain-http', undefined, { plain: true }),
  misconfigured('the prefix is not routed', 'not-routed', ['location /web/ {', 'location /webb/ {']),
  misconfigured(
    'the prefix without its slash is not routed',
    'not-routed',
    ['acl for_web path /web\n', ''],
    haproxy,
  ),
  misconfigured('the application is down', 'no-answer', undefined, { down: true }),
];

/** Those that the doctor finds only with DIAGNOSTICS=true. */
export const foundWithDiagnostics: readonly Misconfiguration[] = [
  misconfigured('HAProxy strips the prefix, but the application is not told', 'prefix-stripped', undefined, {
    ...haproxy,
    ...stripsUnknown,
  }),
  misconfigured('the prefix is kept, but the application expects it stripped', 'prefix-kept', undefined, {
    configuredFor: 'stripping',
  }),
  misconfigured(
    'HAProxy adds the prefix again',
    'prefix-doubled',
    haproxyRule('set-path /web%[path]'),
    haproxy,
  ),
  misconfigured(
    'the path is converted to upper case',
    'case-changed',
    haproxyRule('set-path %[path,upper]'),
    haproxy,
  ),
  misconfigured('the scheme is not sent', 'scheme-lost', [
    'X-Forwarded-Proto $scheme',
    'X-Forwarded-Proto ""',
  ]),
  misconfigured(
    'the scheme is sent unless the browser sends one',
    'scheme-forgeable',
    [
      'http-request set-header X-Forwarded-Proto https',
      'http-request set-header X-Forwarded-Proto https unless { req.hdr(X-Forwarded-Proto) -m found }',
    ],
    haproxy,
  ),
  misconfigured("the browser's address is not sent", 'client-lost', [
    'X-Forwarded-For $remote_addr',
    'X-Forwarded-For ""',
  ]),
  misconfigured(
    "the browser's address is sent unless the browser sends one",
    'client-forgeable',
    ['http-request set-header X-Forwarded-For %[src]', 'option forwardfor if-none'],
    haproxy,
  ),
  misconfigured('the host loses its port', 'host-lost', ['Host $http_host', 'Host $host']),
  misconfigured('the ingress is not a trusted proxy', 'proxy-untrusted', directive('proxy_bind 127.0.0.9;')),
  misconfigured(
    'events are buffered despite X-Accel-Buffering',
    'events-buffered',
    directive('proxy_ignore_headers X-Accel-Buffering;'),
  ),
  misconfigured(
    'Apache buffers events to compress them',
    'events-buffered',
    ['SetEnv no-gzip 1', 'AddOutputFilterByType DEFLATE text/event-stream'],
    apache,
  ),
  misconfigured('an upgrade is not forwarded', 'upgrade-refused', [
    'proxy_set_header Upgrade $http_upgrade;',
    '',
  ]),
  misconfigured('the proxy has a shorter timeout than the application', 'timeout-in-front', [
    'proxy_read_timeout 75s',
    'proxy_read_timeout 2s',
  ]),
  misconfigured(
    'HAProxy has a shorter timeout than the application',
    'timeout-in-front',
    ['timeout server 75s', 'timeout server 2s'],
    haproxy,
  ),
  misconfigured('the path is decoded', 'encoded-slash', [
    /proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/,
    'proxy_pass http://web/web/;',
  ]),
];

export const misconfigurations = [...foundFromOutside, ...foundWithDiagnostics];
