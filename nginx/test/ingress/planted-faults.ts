import type { Kind, Proxy } from './proxies.ts';

export interface Fault {
  readonly proxy: Proxy;
  readonly kind: Kind;
  readonly title: string;
  readonly plant: readonly [from: string | RegExp, to: string];
  /** The case that has to fail: a number, or the beginning of a title. */
  readonly fails: string;
}

/** What operators really forget, planted into the examples: each has to be noticed. */
export const faults: readonly Fault[] = [
  {
    proxy: 'nginx',
    kind: 'preserving',
    title: 'the scheme is not told',
    plant: ['X-Forwarded-Proto $scheme', 'X-Forwarded-Proto ""'],
    fails: "the BFF sees the browser's scheme",
  },
  {
    proxy: 'nginx',
    kind: 'preserving',
    title: 'the address is appended to what the browser wrote',
    plant: ['X-Forwarded-For $remote_addr', 'X-Forwarded-For $proxy_add_x_forwarded_for'],
    fails: "the BFF sees the browser's scheme",
  },
  {
    proxy: 'nginx',
    kind: 'preserving',
    title: 'answers are collected whatever they say',
    plant: ['proxy_http_version 1.1;', 'proxy_ignore_headers X-Accel-Buffering;'],
    fails: '22a',
  },
  {
    proxy: 'nginx',
    kind: 'preserving',
    title: 'the limit of a body is its own',
    plant: ['client_max_body_size 0;', ''],
    fails: '17a',
  },
  {
    proxy: 'nginx',
    kind: 'stripping',
    title: 'the address is decoded on the way',
    plant: [/proxy_pass http:\/\/web\$stripped_uri;(?=\s+\}\s+# Another)/, 'proxy_pass http://web/;'],
    fails: '15b',
  },
  {
    proxy: 'haproxy',
    kind: 'preserving',
    title: 'HTTP/2 is not offered',
    plant: ['alpn h2,http/1.1', 'alpn http/1.1'],
    fails: 'HTTP/2 is agreed on',
  },
  {
    proxy: 'haproxy',
    kind: 'preserving',
    title: 'a browser that leaves is waited for',
    plant: ['option abortonclose', 'no option abortonclose'],
    fails: 'the application is told when a browser leaves',
  },
  {
    proxy: 'haproxy',
    kind: 'stripping',
    title: 'the prefix is stripped once more from what begins alike',
    plant: ['path_beg /web/', 'path_beg /web'],
    fails: 'nothing outside the prefix',
  },
  {
    proxy: 'haproxy',
    kind: 'preserving',
    title: 'header fields have to fit into the default buffer',
    plant: ['tune.bufsize 32768', ''],
    fails: 'header fields of 15 KiB',
  },
  {
    proxy: 'caddy',
    kind: 'preserving',
    title: 'gzip is asked for and unpacked',
    plant: ['compression off', ''],
    fails: 'whoever names no encoding',
  },
  {
    proxy: 'caddy',
    kind: 'preserving',
    title: 'every answer is flushed, and a browser that leaves is waited for',
    plant: ['transport http {', 'flush_interval -1\n\t\t\ttransport http {'],
    fails: 'the application is told when a browser leaves',
  },
  {
    proxy: 'apache',
    kind: 'preserving',
    title: '%2F is refused',
    plant: ['AllowEncodedSlashes NoDecode', ''],
    fails: '15a',
  },
  {
    proxy: 'apache',
    kind: 'preserving',
    title: 'the address is made anew',
    plant: ['nocanon upgrade', 'upgrade'],
    fails: '15b',
  },
  {
    proxy: 'apache',
    kind: 'preserving',
    title: 'answers are compressed anew',
    plant: ['SetEnv no-gzip 1', 'AddOutputFilterByType DEFLATE application/json text/event-stream'],
    fails: '22a',
  },
  {
    proxy: 'varnish',
    kind: 'preserving',
    title: 'Accept-Encoding is rewritten',
    plant: ['-p http_gzip_support=off', ''],
    fails: '30a',
  },
  {
    proxy: 'varnish',
    kind: 'preserving',
    title: 'an upgrade is not passed on',
    plant: ['set bereq.http.Upgrade = req.http.Upgrade;', ''],
    fails: 'a WebSocket',
  },
];
