import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import envSchema from 'env-schema';
import Type from 'typebox';
import { upstreams as defined } from './upstreams/all.ts';
import { CSP_SOURCES } from './edge/content-security-policy.ts';

const Port = (description: string, preset: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: preset,
    description: `${description}: a port, 0 to 65535`,
  });

const Sources = (preset: string) =>
  Type.String({
    pattern: CSP_SOURCES,
    default: preset,
    description: `'none', or sources with a space between, such as 'self' https://example.org`,
  });

const UpstreamAddress = Type.String({
  format: 'upstream',
  description: 'http(s) with host, port and path only, such as http://prices:8080',
});

/** The setting that names an upstream's address. */
export const settingOf = (upstream: string) =>
  `UPSTREAM_${upstream.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

/** Every setting that the BFF reads, with what it takes and its default. The README's table says the same. */
const fixed = {
  HOST: Type.String({
    minLength: 1,
    default: 'localhost',
    description: 'a host name or address to listen on',
  }),
  PORT: Port('where calls are answered', 8080),
  MANAGEMENT_PORT: Port('where /livez, /readyz and /metrics are answered', 9000),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map((level) => Type.Literal(level)),
    { default: 'info', description: 'one of fatal, error, warn, info, debug, trace, silent' },
  ),
  NODE_ENV: Type.String({ default: 'development', description: 'production, or anything else' }),
  ALLOW_MOCKS: Type.Boolean({ default: false, description: 'true or false' }),
  OPENAPI: Type.Optional(Type.Boolean({ description: 'true or false' })),
  DIAGNOSTICS: Type.Union([Type.Literal('on'), Type.Literal('off')], {
    default: 'off',
    description: 'on or off',
  }),
  INGRESS_STRIPS_PREFIX: Type.Boolean({ default: false, description: 'true or false' }),
  TRUSTED_PROXIES: Type.String({
    format: 'cidr-list',
    default: '127.0.0.0/8,::1/128',
    description: 'addresses or CIDR ranges with commas between, such as 10.0.0.0/8,::1/128',
  }),
  FRAME_ANCESTORS: Sources("'none'"),
  CONNECT_SRC: Sources("'self'"),
  HSTS_SECONDS: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: 'whole seconds, such as 31536000' }),
  ),
};

/** The address of each backend service is a setting of its own, such as UPSTREAM_PRICE_LIST for `priceList`. */
const settingsFor = (upstreams: readonly string[]) =>
  Type.Object({
    ...fixed,
    ...Object.fromEntries(upstreams.map((name) => [settingOf(name), UpstreamAddress])),
  });

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly managementPort: number;
  readonly logLevel: string;
  /** Whether `/x` is taken exactly as `/web/x`. */
  readonly ingressStripsPrefix: boolean;
  /** CIDR ranges whose X-Forwarded-* are believed. */
  readonly trustedProxies: readonly string[];
  /** Who may show the application in a frame: CSP sources with spaces between. */
  readonly frameAncestors: string;
  /** Where its scripts may connect to: CSP sources with spaces between. */
  readonly connectSrc: string;
  /** For how long a browser that came by TLS comes back by TLS alone; undefined leaves it to whoever terminates TLS. */
  readonly hstsSeconds: number | undefined;
  /** Where each backend service is. */
  readonly upstreams: Readonly<Record<string, URL>>;
  /** Whether calls may be mocked: not in production, unless ALLOW_MOCKS says so. */
  readonly allowMocks: boolean;
  /** Whether the OpenAPI document is served: not in production, unless OPENAPI says so. */
  readonly openapi: boolean;
  /** Whether the calls answer that tell an operator what arrives. */
  readonly diagnostics: boolean;
  /** The folder of the built client; without it, as in development, only calls are answered. */
  readonly clientBuild: string | undefined;
}

type Read = Type.Static<Type.TObject<typeof fixed>> & Readonly<Record<string, unknown>>;

/** Every fault of the environment at once: which variable, what it says, what was expected. */
export class ConfigError extends Error {}

/** Reads the environment. Throws a `ConfigError` that names every variable at fault. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  upstreams: readonly string[] = Object.keys(defined),
): Config {
  const settings = settingsFor(upstreams);
  const given = Object.fromEntries(
    Object.keys(settings.properties).flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  const strange = Object.keys(env).filter(
    (name) => name.startsWith('UPSTREAM_') && !(name in settings.properties),
  );
  const { read, faults } = validated(settings, given);
  faults.push(...strange.map((name) => `${name}: expected the name of one in bff/src/upstreams/all.ts`));
  if (read && read.PORT === read.MANAGEMENT_PORT && read.PORT !== 0)
    faults.push(`MANAGEMENT_PORT="${read.MANAGEMENT_PORT}": expected another than PORT`);
  if (!read || faults.length > 0)
    throw new ConfigError(['The environment does not fit:', ...faults].join('\n  '));
  return {
    host: read.HOST,
    port: read.PORT,
    managementPort: read.MANAGEMENT_PORT,
    logLevel: read.LOG_LEVEL,
    ingressStripsPrefix: read.INGRESS_STRIPS_PREFIX,
    trustedProxies: cidrs(read.TRUSTED_PROXIES),
    frameAncestors: read.FRAME_ANCESTORS,
    connectSrc: read.CONNECT_SRC,
    hstsSeconds: read.HSTS_SECONDS,
    upstreams: Object.fromEntries(upstreams.map((name) => [name, new URL(String(read[settingOf(name)]))])),
    allowMocks: read.ALLOW_MOCKS || read.NODE_ENV !== 'production',
    openapi: read.OPENAPI ?? read.NODE_ENV !== 'production',
    diagnostics: read.DIAGNOSTICS === 'on',
    clientBuild: builtClient(),
  };
}

/** Stands beside the bundle. Whoever runs the sources has Vite serve the client, and what was built once is out of date. */
function builtClient(): string | undefined {
  const folder = resolve(import.meta.dirname, '../../client/dist');
  const isBundle = import.meta.filename.endsWith('.js');
  return isBundle && existsSync(resolve(folder, 'client-manifest.json')) ? folder : undefined;
}

function validated(
  settings: ReturnType<typeof settingsFor>,
  given: Record<string, string | undefined>,
): { read?: Read; faults: string[] } {
  try {
    const read = envSchema<Read>({
      schema: structuredClone(settings),
      data: given,
      env: false,
      ajv: {
        customOptions: (ajv) =>
          ajv
            .addFormat('cidr-list', (text) => cidrs(text).every(isCidr))
            .addFormat('upstream', isUpstreamAddress),
      },
    });
    return { read, faults: [] };
  } catch (cause) {
    const found = (cause as { errors?: { instancePath: string; params: { missingProperty?: string } }[] })
      .errors;
    if (!found) throw cause;
    const names = [
      ...new Set(found.map(({ instancePath, params }) => params.missingProperty ?? instancePath.slice(1))),
    ];
    const faults = names.map((name) => {
      const expected = (settings.properties as Record<string, { description?: string }>)[name]?.description;
      const said = name in given ? `${name}=${JSON.stringify(given[name])}` : `${name} is not set`;
      return `${said}: expected ${expected}`;
    });
    return { faults };
  }
}

const cidrs = (list: string): string[] =>
  list.split(',').flatMap((part) => (part.trim() ? [part.trim()] : []));

function isCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    width > 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
  );
}

function isUpstreamAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}
