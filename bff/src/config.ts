import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type Type from 'typebox';
import { sharedSettings, type SharedValues } from './edge/settings.ts';
import { schemaErrors } from './platform/calls/schema-errors.ts';
import { crossFieldErrors, sessionFormats, readSessionConfig } from './platform/session/session-settings.ts';
import { isSecret } from './platform/settings/define-settings.ts';
import {
  isUpstreamAddress,
  platformSettings,
  upstreamSetting,
  type Declared,
  type ownSettings,
} from './platform-settings.ts';
import { readSettings, type Environment } from './platform/settings/read-settings.ts';

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
  if (values) invalid.push(...crossFieldErrors(values));
  if (!values || invalid.length > 0) throw new ConfigError(['Invalid settings:', ...invalid].join('\n  '));
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
    upstreams: Object.fromEntries(
      Object.keys(upstreams).map((name) => [name, new URL(String(values[upstreamSetting(name)]))]),
    ),
    settings: Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]])),
    session,
    /** The texts that must not be logged. */
    secrets: Object.entries({ ...settings, ...schemas })
      .flatMap(([name, schema]) => (isSecret(schema) ? values[name] : []))
      .concat(session.secrets, session.store?.password ?? [])
      .filter((value) => typeof value === 'string'),
    isDevelopment: values.NODE_ENV === 'development',
    /** Whether calls may be mocked: not in production, unless ALLOW_MOCKS is true. */
    allowMocks: values.ALLOW_MOCKS || !isProduction,
    /** Whether the OpenAPI document is served: not in production, unless OPENAPI is true. */
    openapi: values.OPENAPI ?? !isProduction,
    /** Secret of the call that reports how requests arrive. Undefined: no such call. */
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
