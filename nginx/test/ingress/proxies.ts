import { join } from 'node:path';
import type { Authority } from './certificate-authority.ts';

export const kinds = ['preserving', 'stripping'] as const;
export type Kind = (typeof kinds)[number];

/** Where a proxy runs; all its state is in the folder. */
export interface Placement {
  readonly folder: string;
  readonly port: number;
  readonly upstreamPort: number;
  readonly otherPort: number;
  /** The port of the second process of a proxy that has two. */
  readonly betweenPort: number;
  /** Undefined for plain HTTP. */
  readonly authority: Authority | undefined;
}

type Change = readonly [from: string, to: string];

/** One process, run with a file of `nginx/ingress/`. Every text that `changes` replaces must be in it. */
export interface ProxyProcess {
  readonly example: (kind: Kind) => string;
  readonly changes: (placement: Placement) => readonly Change[];
  /** Completes an example that is not a whole configuration. */
  readonly wrap?: (text: string, placement: Placement) => string;
  readonly command: (
    file: string,
    placement: Placement,
    text: string,
  ) => readonly [program: string, ...args: string[]];
  readonly env?: (placement: Placement) => Record<string, string>;
}

const localhost = (port: number) => `127.0.0.1:${port}`;

const applications = ({ upstreamPort, otherPort }: Placement): Change[] => [
  ['127.0.0.1:8080', localhost(upstreamPort)],
  ['127.0.0.1:8081', localhost(otherPort)],
];

const authorityLine = ({ authority }: Placement, directive: string, file: 'certificate' | 'key') =>
  authority ? `${directive} ${authority[file]};` : '';

const nginx: ProxyProcess = {
  example: (kind) => `nginx-${kind}.conf`,
  changes: (placement) => [
    ...applications(placement),
    [
      'listen 443 ssl http2;',
      `listen ${localhost(placement.port)}${placement.authority ? ' ssl http2' : ''};`,
    ],
    ['ssl_certificate /etc/ssl/web.pem;', authorityLine(placement, 'ssl_certificate', 'certificate')],
    ['ssl_certificate_key /etc/ssl/web.key;', authorityLine(placement, 'ssl_certificate_key', 'key')],
  ],
  wrap: (text, { folder }) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    return `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
      http { access_log off; ${temporary.join(' ')} ${text} }`;
  },
  command: (file) => ['nginx', '-c', file],
};

const haproxy: ProxyProcess = {
  example: (kind) => `haproxy-${kind}.cfg`,
  changes: (placement) => [
    ...applications(placement),
    [
      'bind :443 ssl crt /etc/haproxy/web.pem',
      `bind ${localhost(placement.port)} ssl crt ${placement.authority?.both}`,
    ],
  ],
  command: (file) => ['haproxy', '-db', '-f', file],
};

const caddy: ProxyProcess = {
  example: (kind) => `caddy-${kind}.Caddyfile`,
  changes: (placement) => [
    ...applications(placement),
    ['\n:443 {', `\n:${placement.port} {`],
    [
      '/etc/caddy/web.pem /etc/caddy/web.key',
      `${placement.authority?.certificate} ${placement.authority?.key}`,
    ],
  ],
  // Without these it would also take ports 80 and 2019, and offer HTTP/3.
  wrap: (text) => `{
    admin off
    auto_https disable_redirects
    default_bind 127.0.0.1
    servers {
      protocols h1 h2
    }
  }
  ${text}`,
  command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  env: ({ folder }) => ({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
};

const SETTINGS = ['deflate', 'mime', 'negotiation', 'reqtimeout', 'setenvif'];
const MODULES = ['ssl', 'socache_shmcb', 'http2', 'proxy', 'proxy_http', 'headers'];

const apache: ProxyProcess = {
  example: (kind) => `apache-${kind}.conf`,
  changes: (placement) => [
    ...applications(placement),
    ['<VirtualHost *:443>', `<VirtualHost ${localhost(placement.port)}>`],
    ['/etc/ssl/web.pem', placement.authority?.certificate ?? ''],
    ['/etc/ssl/web.key', placement.authority?.key ?? ''],
  ],
  // The modules that Debian enables, and their settings.
  wrap: (text, { folder, port }) => `
    ServerRoot /etc/apache2
    ServerName localhost
    PidFile ${folder}/pid
    DefaultRuntimeDir ${folder}
    ErrorLog ${folder}/error.log
    LogLevel warn
    User www-data
    Group www-data
    Include mods-enabled/*.load
    ${MODULES.map((name) => `Include mods-available/${name}.load`).join('\n')}
    ${SETTINGS.map((name) => `Include mods-enabled/${name}.conf`).join('\n')}
    Listen ${localhost(port)}
    ${text}`,
  command: (file) => ['apache2', '-D', 'FOREGROUND', '-f', file],
  env: ({ folder }) => ({ APACHE_RUN_DIR: folder }),
};

const varnish: ProxyProcess = {
  example: (kind) => `varnish-${kind}.vcl`,
  changes: ({ upstreamPort }) => [['.port = "8080"', `.port = "${upstreamPort}"`]],
  // The example's comments name the parameters.
  command: (file, { folder, betweenPort }, text) => [
    ...(['varnishd', '-F', '-j', 'none', '-n', join(folder, 'varnish'), '-f', file] as const),
    ...['-a', localhost(betweenPort), '-s', 'malloc,32m'],
    ...[...text.matchAll(/(?<=^# +)-p \S+/gm)].flatMap(([parameter]) => parameter.split(' ')),
  ],
};

/** HAProxy keeps the prefix, because the cache's key needs it, and sends everything to Varnish. */
const haproxyBeforeVarnish: ProxyProcess = {
  ...haproxy,
  example: () => haproxy.example('preserving'),
  changes: (placement) => haproxy.changes({ ...placement, upstreamPort: placement.betweenPort }),
};

/** Each proxy, by its processes; the browser connects to the last. */
export const proxies = {
  nginx: [nginx],
  haproxy: [haproxy],
  caddy: [caddy],
  apache: [apache],
  varnish: [varnish, haproxyBeforeVarnish],
} as const satisfies Record<string, readonly ProxyProcess[]>;

export type Proxy = keyof typeof proxies;
export const proxyNames = Object.keys(proxies) as Proxy[];
