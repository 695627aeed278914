export const kinds = ['preserving', 'stripping'] as const;
export type Kind = (typeof kinds)[number];

interface Placement {
  readonly folder: string;
  readonly port: number;
}

export interface ProxyProgram {
  readonly example: string;
  /** Edits (from, to) that make the example strip the prefix, as its comments describe. */
  readonly strips: readonly (readonly [string, string])[];
  /** Wraps an example, which is a fragment, into a complete configuration. */
  readonly wrap?: (text: string, placement: Placement) => string;
  readonly command: (file: string) => readonly string[];
  readonly env?: (folder: string) => Record<string, string>;
}

const nginx: ProxyProgram = {
  example: 'nginx.conf',
  strips: [['proxy_pass http://web;', 'proxy_pass http://web$stripped_uri;']],
  wrap: (text, { folder }) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    return `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
      http { access_log off; ${temporary.join(' ')} ${text} }`;
  },
  command: (file) => ['nginx', '-c', file],
};

const haproxy: ProxyProgram = {
  example: 'haproxy.cfg',
  strips: [['# http-request replace-path', 'http-request replace-path']],
  command: (file) => ['haproxy', '-db', '-f', file],
};

const caddy: ProxyProgram = {
  example: 'caddy.Caddyfile',
  strips: [['# uri path_regexp', 'uri path_regexp']],
  // Avoids ports 80 and 2019, and HTTP/3.
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
  env: (folder) => ({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
};

const SETTINGS = ['deflate', 'mime', 'negotiation', 'reqtimeout', 'setenvif'];
const MODULES = ['ssl', 'socache_shmcb', 'http2', 'proxy', 'proxy_http', 'headers'];

const apache: ProxyProgram = {
  example: 'apache.conf',
  strips: [
    ['  ProxyPass /web ', '  # ProxyPass /web '],
    ['# ProxyPassMatch', 'ProxyPassMatch'],
  ],
  // Loads Debian's default modules with their settings, and the modules of `MODULES`.
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
    Listen ${port}
    ${text}`,
  command: (file) => ['apache2', '-D', 'FOREGROUND', '-f', file],
  env: (folder) => ({ APACHE_RUN_DIR: folder }),
};

export const proxies = { nginx, haproxy, caddy, apache };

export type Proxy = keyof typeof proxies;
export const proxyNames = Object.keys(proxies) as Proxy[];
