import type { Kind, Proxy } from './proxies.ts';
import type { Edit } from './start-proxy.ts';

export interface Fault {
  readonly proxy: Proxy;
  readonly kind: Kind;
  readonly title: string;
  readonly edit: Edit;
  /** The case that fails: its number in the conformance suite, or the beginning of its title. */
  readonly fails: string;
}

const fault =
  (proxy: Proxy, kind: Kind = 'preserving') =>
  (title: string, fails: string, from: string | RegExp, to = ''): Fault => ({
    proxy,
    kind,
    title,
    fails,
    edit: [from, to],
  });

const nginx = fault('nginx');
const haproxy = fault('haproxy');
const caddy = fault('caddy');
const apache = fault('apache');
const varnish = fault('varnish');

const SEEN = "the BFF sees the browser's scheme";
const EVENTS = 'the first event arrives';
const PARAMETER = 'a parameter arrives decoded once';
const LEAVES = 'a call is cancelled when the browser leaves';
const DECODING = /proxy_pass http:\/\/web\$stripped_uri;(?=\s+\}\s+# Another)/;
const APACHE_DEFLATE = 'AddOutputFilterByType DEFLATE application/json text/event-stream';
const PROXY_FOR = 'X-Forwarded-For $proxy_add_x_forwarded_for';

/** Settings that operators forget, planted in the examples: a case finds each. */
export const faults: readonly Fault[] = [
  nginx('the scheme is not sent', SEEN, 'X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'),
  nginx(
    "the address is appended to the browser's own value",
    SEEN,
    'X-Forwarded-For $remote_addr',
    PROXY_FOR,
  ),
  nginx('streams are buffered', EVENTS, 'proxy_http_version 1.1;', 'proxy_ignore_headers X-Accel-Buffering;'),
  nginx('it has its own limit of bodies', '17a', 'client_max_body_size 0;'),
  fault('nginx', 'stripping')('the path is decoded', PARAMETER, DECODING, 'proxy_pass http://web/;'),

  haproxy('HTTP/2 is not offered', 'HTTP/2 is negotiated', 'alpn h2,http/1.1', 'alpn http/1.1'),
  haproxy('calls go on when the browser leaves', LEAVES, 'option abortonclose', 'no option abortonclose'),
  fault('haproxy', 'stripping')(
    'the prefix is stripped from paths that only begin alike',
    'nothing outside the prefix',
    'path_beg /web/',
    'path_beg /web',
  ),
  haproxy('header fields must fit into the default buffer', 'header fields of 15 KiB', 'tune.bufsize 32768'),

  caddy('gzip is requested and decompressed', 'without Accept-Encoding', 'compression off'),
  caddy(
    'every response is flushed, and calls go on when the browser leaves',
    LEAVES,
    'transport http {',
    'flush_interval -1\n\t\t\ttransport http {',
  ),

  apache('%2F is refused', '15a', 'AllowEncodedSlashes NoDecode'),
  apache('the path is encoded again', PARAMETER, 'nocanon upgrade', 'upgrade'),
  apache('responses are compressed again', EVENTS, 'SetEnv no-gzip 1', APACHE_DEFLATE),

  varnish('Accept-Encoding is rewritten', '30a', '-p http_gzip_support=off'),
  varnish('an upgrade is not forwarded', 'a WebSocket', 'set bereq.http.Upgrade = req.http.Upgrade;'),
];

/** What a proxy cannot do, whatever its configuration. */
export const limitations: readonly { readonly proxy: Proxy; readonly title: string }[] = [
  // httpd notices that a browser has left only when it sends something; the deadline of a call ends its work.
  { proxy: 'apache', title: 'a call is cancelled when the browser leaves, by HTTP/1.1 and by HTTP/2' },
];
