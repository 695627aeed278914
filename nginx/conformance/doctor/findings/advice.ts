import type { SettingOf } from '../ingress-proxies.ts';

export interface Advice {
  /** The hop that causes it, as far as a client can see. */
  readonly hop: string;
  /** What to set there: one text, or one for each proxy that may be in front. */
  readonly setting: string | SettingOf;
  readonly remedy: string;
}

export const ingress = (setting: string | SettingOf, remedy: string): Advice => ({
  hop: 'ingress',
  setting,
  remedy,
});

/** For a field of responses that must pass as the application sent it. */
export const responseField = (name: string): SettingOf => ({
  nginx: `no proxy_hide_header ${name}, no add_header ${name}`,
  haproxy: `no http-response del-header, set-header or add-header ${name}`,
  caddy: `no header and no header_down for ${name}`,
  apache: `no Header directive for ${name}`,
  traefik: `no headers middleware with customResponseHeaders for ${name}`,
  envoy: `neither response_headers_to_remove nor response_headers_to_add for ${name}`,
});

/** For a field of requests that must arrive as the browser sent it. */
export const requestField = (name: string): SettingOf => ({
  nginx: `no proxy_set_header ${name}`,
  haproxy: `no http-request del-header or set-header ${name}`,
  caddy: `no header_up for ${name}`,
  apache: `no RequestHeader directive for ${name}`,
  traefik: `no headers middleware with customRequestHeaders for ${name}`,
  envoy: `neither request_headers_to_remove nor request_headers_to_add for ${name}`,
});

/** For a path that the ingress must forward like everything else beneath the prefix. */
export const routeOf = (path: string): SettingOf => ({
  nginx: `location ${path} { proxy_pass … }`,
  haproxy: `use_backend web if { path_beg ${path} }`,
  caddy: `handle ${path}* { reverse_proxy … }`,
  apache: `ProxyPass ${path} http://<application>:8080${path}`,
  traefik: `rule: PathPrefix(\`${path}\`)`,
  envoy: `match: { prefix: ${path} }`,
});
