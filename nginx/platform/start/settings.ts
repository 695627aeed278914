import { limits } from '@web/bff/platform/contract/limits';
import { sharedSettings, type SharedValues } from '@web/bff/platform/edge/settings';

const ADDRESS = String.raw`([A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):[0-9]{1,5}`;

const address = (preset: string) => ({
  pattern: `^${ADDRESS}$`,
  default: preset,
  expected: `a name or address and a port, such as ${preset}`,
});

/** Valid values of a limit. Without a `default`, an unset limit means unlimited. */
const limit = { pattern: '^[1-9][0-9]{0,5}$', expected: 'a whole number from 1 to 999999' };

export const nginxSettings = {
  ...sharedSettings,
  BFF_ADDRESS: address('bff:3000'),
  BFF_MANAGEMENT_ADDRESS: address('bff:9000'),
  PEERS: { pattern: `^${ADDRESS}$`, expected: 'a name or address and a port, such as 10.0.0.2:8080' },
  MAX_CONCURRENT_REQUESTS_PER_IP: { ...limit, default: String(limits.MAX_STREAMS_PER_IP) },
  REQUESTS_PER_SECOND_PER_IP: limit,
  BUFFER_MEGABYTES: { ...limit, default: '3072' },
};

/** Variables with which `render-config.sh` validates the settings. */
export const settingVariables: Readonly<Record<string, string>> = Object.assign(
  { SETTINGS: Object.keys(nginxSettings).join(' ') },
  ...Object.entries(nginxSettings).map(([name, { pattern, expected, ...preset }]) => ({
    [`${name}_PATTERN`]: pattern,
    [`${name}_EXPECTED`]: expected,
    ...('default' in preset && { [`${name}_DEFAULT`]: preset.default }),
  })),
);

/** References to the shared settings, which `render-config.sh` replaces with their values. */
export const settingReferences = Object.fromEntries(
  Object.keys(sharedSettings).map((name) => [name, `\${${name}}`]),
) as SharedValues;

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const shellFile = (variables: Readonly<Record<string, string | number>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quote(String(value))}\n`)
    .join('');
