import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import envSchema from 'env-schema';
import Type from 'typebox';
import { sharedSettings, type SharedValues } from './edge/settings.ts';

const Port = (description: string, preset: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: preset,
    description: `${description}: a port, 0 to 65535`,
  });

const Flag = (preset?: boolean) =>
  Type.Boolean({ ...(preset !== undefined && { default: preset }), description: 'true or false' });

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const UpstreamAddress = Type.String({
  format: 'upstream',
  description: 'http(s) with host, port and path only, such as http://prices:8080',
});

/** The setting that gives an upstream's address, such as UPSTREAM_PRICE_LIST for `priceList`. */
const upstreamSetting = (upstream: string) =>
  `UPSTREAM_${upstream.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

/** The settings that only the BFF reads. */
const ownSettings = {
  HOST: Type.String({
    minLength: 1,
    default: 'localhost',
    description: 'a host name or address to listen on',
  }),
  PORT: Port('the port of the application', 8080),
  MANAGEMENT_PORT: Port('the port of /livez, /readyz and /metrics', 9000),
  LOG_LEVEL: Type.Enum(levels, { default: 'info', description: `one of ${levels.join(', ')}` }),
  NODE_ENV: Type.String({ default: 'development', description: 'production, or anything else' }),
  ALLOW_MOCKS: Flag(false),
  OPENAPI: Type.Optional(Flag()),
  DIAGNOSTICS: Flag(false),
};

const sharedSchema = Object.fromEntries(
  Object.entries(sharedSettings).map(([name, { pattern, expected: description, ...preset }]) => {
    const schema = Type.String({ pattern, description, ...preset });
    return [name, 'default' in preset ? schema : Type.Optional(schema)];
  }),
);

const settingsWith = (upstreams: readonly string[]) =>
  Type.Object({
    ...ownSettings,
    ...sharedSchema,
    ...Object.fromEntries(upstreams.map((name) => [upstreamSetting(name), UpstreamAddress])),
  });

/** The names of all settings of a BFF with these upstreams. */
export const settingNames = (upstreams: readonly string[]): string[] =>
  Object.keys(settingsWith(upstreams).properties);

type Environment = Readonly<Record<string, string | undefined>>;
type Values = Type.Static<Type.TObject<typeof ownSettings>> &
  SharedValues &
  Readonly<Record<string, unknown>>;

/** The environment is invalid; the message names each variable, its value and what was expected. */
export class ConfigError extends Error {}

/** Reads the settings, with one UPSTREAM_… for each name in `upstreams`. Throws a `ConfigError` that lists every invalid variable. */
export function readConfig(env: Environment, upstreams: readonly string[] = []) {
  const settings = settingsWith(upstreams);
  const errors: string[] = [];
  const values = validate(settings, env, errors);
  for (const name of Object.keys(env))
    if (name.startsWith('UPSTREAM_') && !(name in settings.properties))
      errors.push(`${name}: expected the name of an upstream in bff/src/upstreams/all.ts`);
  if (values && values.PORT === values.MANAGEMENT_PORT && values.PORT !== 0)
    errors.push(`MANAGEMENT_PORT="${values.MANAGEMENT_PORT}": expected a port other than PORT`);
  if (!values || errors.length > 0) throw new ConfigError(['Invalid settings:', ...errors].join('\n  '));
  const isProduction = values.NODE_ENV === 'production';
  return {
    host: values.HOST,
    /** 0 takes any free port. */
    port: values.PORT,
    managementPort: values.MANAGEMENT_PORT,
    logLevel: values.LOG_LEVEL,
    /** The settings that nginx reads, too, as text. */
    shared: values as SharedValues,
    /** Whether `/x` is taken exactly as `/web/x`. */
    ingressStripsPrefix: values.INGRESS_STRIPS_PREFIX === 'true',
    /** Addresses and CIDR ranges of the peers whose X-Forwarded-* fields are read. */
    trustedProxies: values.TRUSTED_PROXIES.split(',').flatMap((range) => range.trim() || []),
    /** The max-age of Strict-Transport-Security on responses over TLS; undefined sends no such field. */
    hstsSeconds: values.HSTS_SECONDS === undefined ? undefined : Number(values.HSTS_SECONDS),
    /** The address of each backend service. */
    upstreams: Object.fromEntries(
      upstreams.map((name) => [name, new URL(String(values[upstreamSetting(name)]))]),
    ),
    /** Whether calls may be mocked: not in production, unless ALLOW_MOCKS is true. */
    allowMocks: values.ALLOW_MOCKS || !isProduction,
    /** Whether the OpenAPI document is served: not in production, unless OPENAPI is true. */
    openapi: values.OPENAPI ?? !isProduction,
    /** Whether the diagnostics calls, which report how requests arrive, are served. */
    diagnostics: values.DIAGNOSTICS,
    /** The folder of the built client; without it, as in development, only calls are answered. */
    clientBuild: builtClient(),
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Only the bundle serves the built client: from the sources, Vite serves a newer one. */
function builtClient(): string | undefined {
  const folder = resolve(import.meta.dirname, '../../client/dist');
  const isBundle = import.meta.filename.endsWith('.js');
  return isBundle && existsSync(resolve(folder, 'client-manifest.json')) ? folder : undefined;
}

type Schema = ReturnType<typeof settingsWith>;

/** The values of the settings. Adds what is wrong with the environment to `invalid`. */
function validate(schema: Schema, env: Environment, invalid: string[]): Values | undefined {
  try {
    return envSchema<Values>({
      ...{ schema, data: env, env: false },
      ajv: { customOptions: (ajv) => ajv.addFormat('upstream', isUpstreamAddress) },
    });
  } catch (cause) {
    const { errors } = cause as { errors?: { instancePath: string; params: { missingProperty?: string } }[] };
    if (!errors) throw cause;
    const names = errors.map(({ instancePath, params }) => params.missingProperty ?? instancePath.slice(1));
    const descriptions = schema.properties as Readonly<Record<string, { description?: string }>>;
    for (const name of new Set(names)) {
      const value = env[name] === undefined ? `${name} is not set` : `${name}="${env[name]}"`;
      invalid.push(`${value}: expected ${descriptions[name]?.description}`);
    }
    return undefined;
  }
}

function isUpstreamAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}
