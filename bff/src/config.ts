import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import envSchema from 'env-schema';
import Type from 'typebox';

const Port = (description: string, preset: number) =>
  Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: preset,
    description: `${description}: a port, 0 to 65535`,
  });

/** Every setting that the BFF reads, with what it takes and its default. The README's table says the same. */
const settings = Type.Object({
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
  INGRESS_STRIPS_PREFIX: Type.Boolean({ default: false, description: 'true or false' }),
  TRUSTED_PROXIES: Type.String({
    format: 'cidr-list',
    default: '127.0.0.0/8,::1/128',
    description: 'addresses or CIDR ranges with commas between, such as 10.0.0.0/8,::1/128',
  }),
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
  /** The folder of the built client; without it only calls are answered. */
  readonly clientBuild: string | undefined;
}

/** Every fault of the environment at once: which variable, what it says, what was expected. */
export class ConfigError extends Error {}

/** Reads the environment. Throws a `ConfigError` that names every variable at fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(settings.properties).flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  const read = validated(given);
  const clientBuild = resolve(import.meta.dirname, '../../client/dist');
  return {
    host: read.HOST,
    port: read.PORT,
    managementPort: read.MANAGEMENT_PORT,
    logLevel: read.LOG_LEVEL,
    ingressStripsPrefix: read.INGRESS_STRIPS_PREFIX,
    trustedProxies: cidrs(read.TRUSTED_PROXIES),
    clientBuild: existsSync(resolve(clientBuild, 'front-door.json')) ? clientBuild : undefined,
  };
}

function validated(given: Record<string, string | undefined>): Type.Static<typeof settings> {
  try {
    return envSchema<Type.Static<typeof settings>>({
      schema: structuredClone(settings),
      data: given,
      env: false,
      ajv: {
        customOptions: (ajv) => ajv.addFormat('cidr-list', (text) => cidrs(text).every(isCidr)),
      },
    });
  } catch (cause) {
    const faults = (cause as { errors?: { instancePath: string }[] }).errors;
    if (!faults) throw cause;
    const names = [...new Set(faults.map(({ instancePath }) => instancePath.slice(1)))];
    const lines = names.map((name) => {
      const expected = (settings.properties as Record<string, { description?: string }>)[name]?.description;
      return `  ${name}=${JSON.stringify(given[name])}: expected ${expected}`;
    });
    throw new ConfigError(`The environment does not fit:\n${lines.join('\n')}`, { cause });
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
