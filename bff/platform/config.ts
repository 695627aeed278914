import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type Type from 'typebox';
import { sharedSettings, type SharedValues } from './edge/settings.ts';
import { schemaErrors } from './schema/schema-errors.ts';
import { crossFieldErrors, sessionFormats, readSessionConfig } from './session/session-settings.ts';
import { isSecret } from './settings/define-settings.ts';
import {
  isUpstreamAddress,
  platformSettings,
  upstreamSetting,
  type Declared,
  type ownSettings,
} from './platform-settings.ts';
import { readSettings, type Environment } from './settings/read-settings.ts';

type Values = Type.Static<Type.TObject<typeof ownSettings>> &
  SharedValues &
  Readonly<Record<string, unknown>>;

/** Invalid settings, or mistakes in the product's modules. The message lists each mistake and what was expected. */
export class ConfigError extends Error {}

/** Reads the settings of the platform and the product. Throws a `ConfigError` that lists all invalid variables. */
export function readConfig(env: Environment, declared: Declared = {}) {
  const { upstreams = {}, settings = {} } = declared;
  const schemas = platformSettings(declared);
  const invalid: string[] = [];
  const formats = { upstream: isUpstreamAddress, ...sessionFormats };
  const values = readSettings({ ...settings, ...schemas }, env, { formats, invalid }) as Values | undefined;
  for (const [name, schema] of Object.entries(settings)) {
    if (name in schemas) invalid.push(`bff/src/settings.ts: ${name} is a setting of the platform`);
    for (const error of schemaErrors(schema, new WeakSet(), 'request'))
      invalid.push(`bff/src/settings.ts: ${name}${error}`);
  }
  if (values && values.PORT === values.MANAGEMENT_PORT && values.PORT !== 0)
    invalid.push(`MANAGEMENT_PORT="${values.MANAGEMENT_PORT}": expected a port other than PORT`);
  const trusted = env['TRUSTED_PROXIES'] ?? env['TRUSTED_PROXIES_FILE'] ?? '';
  if (values) invalid.push(...crossFieldErrors(values, trusted.trim() !== ''));
  if (!values || invalid.length > 0) throw new ConfigError(['Invalid settings:', ...invalid].join('\n  '));
  const session = readSessionConfig(values);
  const isProduction = values.NODE_ENV === 'production';
  return {
    host: values.HOST,
    /** 0 for any free port. */
    port: values.PORT,
    managementPort: values.MANAGEMENT_PORT,
    logLevel: values.LOG_LEVEL,
    /** Settings that nginx also reads. */
    shared: Object.fromEntries(
      Object.keys(sharedSettings).map((name) => [name, values[name]]),
    ) as SharedValues,
    /** True if the ingress strips the base path, so that a request for `/web/x` arrives as `/x`. */
    ingressStripsPrefix: values.INGRESS_STRIPS_PREFIX === 'true',
    /** Addresses and CIDR ranges of peers whose X-Forwarded-* headers are trusted. */
    trustedProxies: values.TRUSTED_PROXIES.split(',').flatMap((range) => range.trim() || []),
    /** max-age of Strict-Transport-Security over TLS; undefined omits the header. */
    hstsSeconds: values.HSTS_SECONDS === undefined ? undefined : Number(values.HSTS_SECONDS),
    /** Time to keep serving after a shutdown signal, so that load balancers notice that the process is not ready. */
    drainDelayMs: Number(values.DRAIN_DELAY_SECONDS) * 1000,
    upstreams: Object.fromEntries(
      Object.keys(upstreams).map((name) => [name, new URL(String(values[upstreamSetting(name)]))]),
    ),
    settings: Object.fromEntries(Object.keys(settings).map((name) => [name, values[name]])),
    session,
    /** Values to redact from the log. */
    secrets: Object.entries({ ...settings, ...schemas })
      .flatMap(([name, schema]) => (isSecret(schema) ? values[name] : []))
      .concat(session.secrets, session.store?.password ?? [])
      .filter((value) => typeof value === 'string'),
    isDevelopment: values.NODE_ENV === 'development',
    allowMocks: values.ALLOW_MOCKS || !isProduction,
    openapi: values.OPENAPI ?? !isProduction,
    /** Secret of the diagnostics route; undefined disables it. */
    diagnostics: values.DIAGNOSTICS,
    /** OTLP endpoint for traces; undefined disables tracing. */
    collector: values.OTEL_EXPORTER_OTLP_ENDPOINT ? new URL(values.OTEL_EXPORTER_OTLP_ENDPOINT) : undefined,
    /** Folder of the built client. If undefined, as in development, the BFF serves only calls. */
    clientBuild: builtClient(),
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

/** Returns the folder of the built client. Returns undefined if it is not built, or when running from source: Vite then serves the client. */
function builtClient(): string | undefined {
  const folder = resolve(import.meta.dirname, '../../client/dist');
  const isBundle = import.meta.filename.endsWith('.js');
  return isBundle && existsSync(resolve(folder, 'client-manifest.json')) ? folder : undefined;
}
