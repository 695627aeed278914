import type { FindingId } from '../../conformance/doctor/findings.ts';
import type { Edit, Wrong } from './misconfigured-proxy.ts';
import type { Kind } from '../ingress/proxies.ts';

export interface Plant {
  readonly title: string;
  readonly finds: readonly FindingId[];
  /** nginx unless said. */
  readonly proxy?: Wrong['proxy'];
  /** How the ingress is configured: it keeps the prefix unless said. */
  readonly kind?: Kind;
  /** What the application is told; the truth unless said. */
  readonly told?: Kind;
  readonly edits?: readonly Edit[];
  /** By plain HTTP, to an address that is not this machine's own for browsers. */
  readonly plain?: true;
  /** Where no application is. */
  readonly dead?: true;
  /** Found without DIAGNOSTICS=true as well. */
  readonly outside?: true;
}

const before = (text: string, more: string): Edit => [text, `${more}\n${text}`];
const instead = (location: string, more: string): Edit =>
  before('location = /web {', `location ${location} { proxy_pass http://web; ${more} }`);

/** At one level with the right configuration's own settings. */
const setting = (more: string): Edit => before('# WebSocket.', more);
const haproxyRule = (rule: string): Edit => before('# Another application', `${rule}\n  `);

/** What operators really do, edited into the right configurations of `nginx/ingress/`, and what the doctor calls it. */
export const plants: readonly Plant[] = [
  {
    title: 'the prefix is stripped, and nobody says so',
    finds: ['prefix-stripped'],
    kind: 'stripping',
    told: 'preserving',
    outside: true,
  },
  {
    title: 'the prefix is stripped by HAProxy, and nobody says so',
    finds: ['prefix-stripped'],
    proxy: 'haproxy',
    kind: 'stripping',
    told: 'preserving',
  },
  {
    title: 'the prefix is kept, and the application is told that it is stripped',
    finds: ['prefix-kept'],
    told: 'stripping',
  },
  {
    title: 'the prefix is stripped, and the first segment behind it too',
    finds: ['prefix-stripped-twice'],
    kind: 'stripping',
    edits: [['"~^/web(?<rest>/.*)$"', '"~^/web(?:/[^/?]+(?=/))?(?<rest>/.*)$"']],
    outside: true,
  },
  {
    title: 'the prefix and the first segment behind it are stripped, and nobody says so',
    finds: ['prefix-stripped-twice'],
    kind: 'stripping',
    told: 'preserving',
    edits: [['"~^/web(?<rest>/.*)$"', '"~^/web(?:/[^/?]+(?=/))?(?<rest>/.*)$"']],
    outside: true,
  },
  {
    title: 'the prefix is put before itself by nginx',
    finds: ['prefix-doubled'],
    edits: [['proxy_pass http://web;', 'proxy_pass http://web/web$request_uri;']],
    outside: true,
  },
  {
    title: 'the prefix is put before itself by HAProxy',
    finds: ['prefix-doubled'],
    proxy: 'haproxy',
    edits: [haproxyRule('http-request set-path /web%[path]')],
  },
  {
    title: 'the prefix becomes another one',
    finds: ['prefix-changed'],
    proxy: 'haproxy',
    edits: [haproxyRule('http-request replace-path /web(.*) /app\\1')],
    outside: true,
  },
  {
    title: 'the address is written in capitals',
    finds: ['case-changed'],
    proxy: 'haproxy',
    edits: [haproxyRule('http-request set-path %[path,upper]')],
  },
  {
    title: 'the address is written in small letters',
    finds: ['case-changed'],
    proxy: 'haproxy',
    edits: [haproxyRule('http-request set-path %[path,lower]')],
    outside: true,
  },
  {
    title: 'the slash at the end is taken away by a redirect',
    finds: ['redirect-loop'],
    edits: [before('# WebSocket.', 'rewrite ^/(.+)/$ /$1 permanent;')],
    outside: true,
  },
  {
    title: 'https is demanded where nobody tells that it is used',
    finds: ['redirect-loop'],
    edits: [
      before(
        '# WebSocket.',
        'if ($http_x_forwarded_proto != https) { return 301 https://$http_host$request_uri; }',
      ),
    ],
    outside: true,
  },
  {
    title: 'an inner nginx adds the slash at the end, and knows neither TLS nor port',
    finds: ['redirect-inner'],
    edits: [
      [
        'location = /web {\n    proxy_pass http://web;',
        'location = /web {\n    proxy_redirect off;\n    proxy_pass http://unix:$folder/inner:;',
      ],
      before(
        'map $http_upgrade',
        'server { listen unix:$folder/inner; location /web/ { proxy_pass http://web; } }',
      ),
    ],
    outside: true,
  },
  {
    title: "the prefix is put before the application's redirects",
    finds: ['redirect-doubled'],
    edits: [setting('proxy_redirect / /web/;')],
    outside: true,
  },
  {
    title: 'the scheme is not told',
    finds: ['scheme-lost'],
    edits: [['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""']],
  },
  {
    title: 'the scheme is told unless the browser tells one',
    finds: ['scheme-forgeable'],
    proxy: 'haproxy',
    edits: [
      [
        'http-request set-header X-Forwarded-Proto https',
        'http-request set-header X-Forwarded-Proto https unless { req.hdr(X-Forwarded-Proto) -m found }',
      ],
    ],
  },
  {
    title: 'the address of the browser is not told',
    finds: ['client-lost'],
    edits: [['X-Forwarded-For $remote_addr', 'X-Forwarded-For ""']],
  },
  {
    title: 'the address of the browser is told unless it tells one',
    finds: ['client-forgeable'],
    proxy: 'haproxy',
    edits: [['http-request set-header X-Forwarded-For %[src]', 'option forwardfor if-none']],
  },
  {
    title: 'the host loses its port',
    finds: ['host-lost'],
    edits: [['Host $http_host', 'Host $host']],
  },
  {
    title: 'the ingress is none of the trusted proxies',
    finds: ['proxy-untrusted'],
    edits: [setting('proxy_bind 127.0.0.9;')],
  },
  {
    title: 'events are collected whatever they say',
    finds: ['events-buffered'],
    edits: [setting('proxy_ignore_headers X-Accel-Buffering;')],
  },
  {
    title: 'httpd collects events to compress them',
    finds: ['events-buffered'],
    proxy: 'apache',
    edits: [['SetEnv no-gzip 1', 'AddOutputFilterByType DEFLATE text/event-stream']],
  },
  {
    title: 'an upgrade is not passed on',
    finds: ['upgrade-refused'],
    edits: [['proxy_set_header Upgrade $http_upgrade;', '']],
  },
  {
    title: 'bodies are limited to less than the application takes',
    finds: ['body-limit'],
    edits: [['client_max_body_size 0', 'client_max_body_size 512k']],
    outside: true,
  },
  {
    title: 'bodies are limited to what the application takes, in other words',
    finds: ['body-limit'],
    edits: [['client_max_body_size 0;', '']],
    outside: true,
  },
  {
    title: 'the proxy gives up before the application does',
    finds: ['timeout-in-front'],
    edits: [['proxy_read_timeout 75s', 'proxy_read_timeout 2s']],
  },
  {
    title: 'HAProxy gives up before the application does',
    finds: ['timeout-in-front'],
    proxy: 'haproxy',
    edits: [['timeout server 75s', 'timeout server 2s']],
  },
  {
    title: 'the address is decoded on the way',
    finds: ['encoded-slash'],
    edits: [[/proxy_pass http:\/\/web;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/web/;']],
  },
  {
    title: 'httpd refuses %2F',
    finds: ['encoded-slash'],
    proxy: 'apache',
    edits: [['AllowEncodedSlashes NoDecode', '']],
    outside: true,
  },
  {
    title: 'the shell stands in for a missing file',
    finds: ['html-for-asset'],
    edits: [instead('/web/assets/', 'proxy_intercept_errors on; error_page 404 =200 /web/;')],
    outside: true,
  },
  {
    title: "the proxy's own page stands in for a failed call",
    finds: ['html-for-call'],
    edits: [
      before(
        'location = /web {',
        'location = /web/api/nope { proxy_intercept_errors on; error_page 404 /none; proxy_pass http://web; }',
      ),
    ],
    outside: true,
  },
  {
    title: 'the shell stands in for whatever is not found',
    finds: ['html-for-asset', 'html-for-call'],
    edits: [setting('proxy_intercept_errors on; error_page 404 =200 /web/;')],
    outside: true,
  },
  {
    title: 'security headers are added once more',
    finds: ['security-headers-doubled'],
    edits: [setting('add_header X-Content-Type-Options nosniff always;')],
    outside: true,
  },
  {
    title: 'a policy is taken away',
    finds: ['security-headers-dropped'],
    edits: [setting('proxy_hide_header Content-Security-Policy;')],
    outside: true,
  },
  {
    title: 'files are compressed anew',
    finds: ['compressed-in-front'],
    edits: [setting('proxy_set_header Accept-Encoding ""; gzip on; gzip_proxied any;')],
    outside: true,
  },
  {
    title: 'Caddy asks for gzip and unpacks it',
    finds: ['compressed-in-front'],
    proxy: 'caddy',
    edits: [['compression off', '']],
    outside: true,
  },
  {
    title: 'ETags are taken away',
    finds: ['validators-lost'],
    edits: [setting('proxy_hide_header ETag;')],
    outside: true,
  },
  {
    title: 'whatever comes is kept for a minute',
    finds: ['cached-in-front'],
    edits: [
      before('upstream web {', 'proxy_cache_path $folder/cache keys_zone=kept:1m;'),
      setting('proxy_cache kept; proxy_cache_valid any 1m; proxy_ignore_headers Cache-Control;'),
    ],
    outside: true,
  },
  {
    title: 'nobody tells browsers to come back by TLS',
    finds: ['hsts-missing'],
    edits: [setting('proxy_hide_header Strict-Transport-Security;')],
    outside: true,
  },
  {
    title: 'it is served without TLS',
    finds: ['plain-http'],
    plain: true,
    outside: true,
  },
  {
    title: 'the prefix leads to nobody',
    finds: ['not-routed'],
    edits: [['location /web/ {', 'location /webb/ {']],
    outside: true,
  },
  {
    title: 'the prefix without its slash leads to nobody',
    finds: ['not-routed'],
    proxy: 'haproxy',
    edits: [['acl for_web path /web\n', '']],
    outside: true,
  },
  {
    title: 'the application is not there',
    finds: ['no-answer'],
    dead: true,
    outside: true,
  },
];
