import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import Type from 'typebox';
import { sharedSettings, type SharedValues } from './edge/settings.ts';
import { schemaErrors } from './platform/calls/schema-errors.ts';
import {
  invalidTogether,
  sessionFormats,
  readSessionConfig,
  sessionSettings,
} from './platform/session/session-settings.ts';
import { isSecret, type SettingSchemas } from './platform/settings/define-settings.ts';
import { misspeltSettings } from './platform/settings/misspelt.ts';
import { readSettings, type Environment } from './platform/settings/read-settings.ts';

const Port = (description: string, preset: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: preset,
    description: `${description}: a port, 0 to 65535`,
  });

const Flag = (preset?: boolean) =>
  Type.Boolean({ ...(preset !== undefined && { default: preset }), description: 'true or false' });

const environments = ['development', 'test', 'production'];
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const UpstreamAddress = Type.String({
  format: 'upstream',
  description: 'http(s) with host, port and path only, such as http://prices:8080',
});

/** The setting that gives an upstream's address, such as UPSTREAM_PRICE_LIST for `priceList`. */
export const upstreamSetting = (upstream: string) =>
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
  NODE_ENV: Type.Enum(environments, { default: 'development', description: environments.join(', ') }),
  ALLOW_MOCKS: Flag(false),
  OPENAPI: Type.Optional(Flag()),
  DIAGNOSTICS: Type.Optional(
    Type.String({
      pattern: '^[\\w.~-]{16,200}$',
      description: 'a secret of 16 to 200 letters, digits and . _ ~ -',
      writeOnly: true,
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'upstream',
      description: 'the http(s) address of a collector of traces, such as http://collector:4318',
    }),
  ),
  ...sessionSettings,
};

const sharedSchema = Object.fromEntries(
  Object.entries(sharedSettings).map(([name, { pattern, expected: description, ...preset }]) => {
    const schema = Type.String({ pattern, description, ...preset });
    return [name, 'default' in preset ? schema : Type.Optional(schema)];
  }),
);

/** What a product declares: its upstreams by their names, and its own settings. */
interface Declared {
  readonly upstreams?: Readonly<Record<string, unknown>>;
  readonly settings?: SettingSchemas;
}

const platformSettings = ({ upstreams = {} }: Declared) => ({
  ...ownSettings,
  ...sharedSchema,
  ...Object.fromEntries(Object.keys(upstreams).map((name) => [upstreamSetting(name), UpstreamAddress])),
});

/** The names of all settings of a BFF, with the one for the file of a secret. */
export function settingNames(declared: Declared = {}): string[] {
  const all: SettingSchemas = { ...platformSettings(declared), ...declared.settings };
  return Object.entries(all).flatMap(([name, schema]) =>
    isSecret(schema) ? [name, `${name}_FILE`] : [name],
  );
}

type Values = Type.Static<Type.TObject<typeof ownSettings>> &
  SharedValues &
  Readonly<Record<string, unknown>>;

/** The settings, or what a product has filled in, are invalid. The message names each and what was expected. */
export class ConfigError extends Error {}

/** Reads the settings of the platform and those that a product declares. Throws a `ConfigError` that lists every invalid variable. */
export function readConfig(env: Environment, declared: Declared = {}) {
  const { upstreams = {}, settings = {} } = declared;
  const schemas = platformSettings(declared);
  const invalid: string[] = [];
  const formats = { upstream: isUpstreamAddress, ...sessionFormats };
  const values = readSettings({ ...settings, ...schemas }, env, { formats, invalid }) as Values | undefined;
  for (const [name, schema] of Object.entries(settings)) {
    if (name in schemas) invalid.push(`bff/src/settings.ts: ${name} is a setting of the platform`);
    for (const error of schemaErrors(schema, new WeakSet()))
      invalid.push(`bff/src/settings.ts: ${name}${error}`);
  }
  if (values && values.PORT === values.MANAGEMENT_PORT && values.PORT !== 0)
    invalid.push(`MANAGEMENT_PORT="${values.MANAGEMENT_PORT}": expected a port other than PORT`);
  if (values) invalid.push(...invalidTogether(values));
  const doubts = misspeltSettings(Object.keys(env), settingNames(declared));
  if (!values || invalid.length > 0)
    throw new ConfigError(['Invalid settings:', ...invalid, ...doubts].join('\n  '));
  const session = readSessionConfig(values);
  const isProduction = values.NODE_ENV === 'production';
  return {
    host: values.HOST,
    /** 0 takes any free port. */
    port: values.PORT,
    managementPort: values.MANAGEMENT_PORT,
    logLevel: values.LOG_LEVEL,
    /** The settings that nginx reads, too, as text. */
    shared: Object.fromEntries(
      Object.keys(sharedSettings).map((name) => [name, values[name]]),
    ) as SharedValues,
    /** Whether `/x` is taken exactly as `/web/x`. */
    ingressStripsPrefix: values.INGRESS_STRIPS_PREFIX === 'true',
    /** Addresses and CIDR ranges of the peers whose X-Forwarded-* fields are read. */
    trustedProxies: values.TRUSTED_PROXIES.split(',').flatMap((range) => range.trim() || []),
    /** The max-age of Strict-Transport-Security on responses over TLS; undefined sends no such field. */
    hstsSeconds: values.HSTS_SECONDS === undefined ? undefined : Number(values.HSTS_SECONDS),
    /** How long the process that was told to stop goes on serving, not ready, so that what is in front notices. */
    drainDelayMs: Number(values.DRAIN_DELAY_SECONDS) * 1000,
    /** The address of each backend service. */
    upstreams: Object.fromEntries(
      Object.keys(upstreams).map((name) => [name, new URL(String(values[upstreamSetting(name)]))]),
    ),
    /** The product's own settings. */
    settings: Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]])),
    session,
    /** The texts that must not be logged. */
    secrets: Object.entries({ ...settings, ...schemas })
      .flatMap(([name, schema]) => (isSecret(schema) ? values[name] : []))
      .concat(session.secrets, session.store?.password ?? [])
      .filter((value) => typeof value === 'string'),
    isDevelopment: values.NODE_ENV === 'development',
    /** Variables that may be misspelt settings, for the log. */
    doubts,
    /** Whether calls may be mocked: not in production, unless ALLOW_MOCKS is true. */
    allowMocks: values.ALLOW_MOCKS || !isProduction,
    /** Whether the OpenAPI document is served: not in production, unless OPENAPI is true. */
    openapi: values.OPENAPI ?? !isProduction,
    /** The secret of the diagnostics calls, which report how requests arrive; undefined: they are not served. */
    diagnostics: values.DIAGNOSTICS,
    /** Where traces are sent (OTLP over HTTP); undefined: nothing is traced. */
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT ? new URL(values.OTEL_EXPORTER_OTLP_ENDPOINT) : undefined,
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

function isUpstreamAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}
