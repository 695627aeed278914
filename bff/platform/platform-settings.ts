import Type from 'typebox';
import { sharedSettings } from './edge/settings.ts';
import { sessionSettings } from './session/session-settings.ts';
import { isSecret, type SettingSchemas } from './settings/define-settings.ts';

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

/** Settings that only the BFF reads. */
export const ownSettings = {
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

const sharedSchemas = Object.fromEntries(
  Object.entries(sharedSettings).map(([name, { pattern, expected: description, ...preset }]) => {
    const schema = Type.String({ pattern, description, ...preset });
    return [name, 'default' in preset ? schema : Type.Optional(schema)];
  }),
);

const UpstreamAddress = Type.String({
  format: 'upstream',
  description: 'http(s) with host, port and path only, such as http://prices:8080',
});

export function isUpstreamAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
}

/** Returns the name of an upstream's setting, such as UPSTREAM_PRICE_LIST for `priceList`. */
export const upstreamSetting = (upstream: string) =>
  `UPSTREAM_${upstream.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

export interface Declared {
  readonly upstreams?: Readonly<Record<string, unknown>>;
  readonly settings?: SettingSchemas;
}

export const platformSettings = ({ upstreams = {} }: Declared) => ({
  ...ownSettings,
  ...sharedSchemas,
  ...Object.fromEntries(Object.keys(upstreams).map((name) => [upstreamSetting(name), UpstreamAddress])),
});

/** Lists the names of all settings, including `<NAME>_FILE` of secrets. */
export const settingNames = (declared: Declared = {}): string[] =>
  Object.entries<Type.TSchema>({ ...platformSettings(declared), ...declared.settings }).flatMap(
    ([name, schema]) => (isSecret(schema) ? [name, `${name}_FILE`] : [name]),
  );
