import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '@web/bff/platform/config';
import { settingNames } from '@web/bff/platform/platform-settings';
import { platformLimits } from '@web/bff/platform/contract/platform-limits';
import { sharedSettings } from '@web/bff/platform/edge/settings';
import { root } from '@web/bff/platform/testing/processes';
import { nginxSettings } from '#platform/start/settings.ts';
import { invalidInNginx } from '#platform/testing/render-config.ts';

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

function invalidInBff(env: Readonly<Record<string, string>>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return String(error).split('\n  ').slice(1);
  }
}

test.each<[setting: keyof typeof sharedSettings, valid: string[], invalid: string[]]>([
  ['INGRESS_STRIPS_PREFIX', ['true', 'false'], ['', 'yes', 'TRUE', 'true\n']],
  [
    'TRUSTED_PROXIES',
    ['', ' 10.0.0.0/8 , ::1/128 ', '1:2:3:4:5:6:7:8', '::ffff:10.0.0.1'],
    ['CHOOSE', '10.0.0.0/33', '10.0.0.256', '1:2:3', '10.0.0.1 10.0.0.2', '10.0.0.1\n10.0.0.2'],
  ],
  ['FRAME_ANCESTORS', ["'none'", "'self' https://a.example"], ['', 'none', "'none' 'self'", "'self'  *"]],
  ['CONNECT_SRC', ["'self' wss://a.example:8443/x"], ["'self'; script-src *", "'self'\nhttps://a.example"]],
  ['HSTS_SECONDS', ['0', '31536000'], ['', '1e3', '-1', '1.5', '1 year']],
])(
  'nginx and the BFF accept the same values of %s, and report the same errors',
  async (setting, valid, invalid) => {
    const { expected } = sharedSettings[setting];
    for (const value of [...valid, ...invalid]) {
      const report = valid.includes(value) ? [] : [`${setting}="${value}": expected ${expected}`];
      const env = { [setting]: value };
      expect([value, invalidInBff(env), await invalidInNginx(env)]).toEqual([value, report, report]);
    }
  },
);

test('docker-compose.yml passes all nginx settings to nginx, and all shared and sign-in settings to the BFF', () => {
  const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as {
    readonly services: Record<'nginx' | 'bff', { environment: object }>;
  };
  const { environment } = services.nginx;
  expect(Object.keys(environment).toSorted()).toEqual(Object.keys(nginxSettings).toSorted());
  // Empty by default, so that no proxy is trusted.
  expect(environment).toMatchObject({ TRUSTED_PROXIES: '${TRUSTED_PROXIES-}' });
  const ofSignIn = settingNames().filter((name) => /^(?:SESSION|OIDC)_(?!.*_FILE$)/.test(name));
  const names = [...Object.keys(sharedSettings), ...ofSignIn];
  expect(Object.keys(services.bff.environment)).toEqual(expect.arrayContaining(names));
});

test('the Kubernetes volume for buffers is four times as large as BUFFER_MEGABYTES', () => {
  const deployment = textOf('nginx/platform/ingress/kubernetes/base/deployment.yaml');
  const [, gibibytes] = /name: nginx-buffers\n *emptyDir: \{ sizeLimit: (\d+)Gi \}/.exec(deployment) ?? [];
  expect(Number(gibibytes) * 1_024).toBe(4 * Number(nginxSettings.BUFFER_MEGABYTES.default));
});

test('the tables in bff/docs/settings.md have every setting with its default', () => {
  const names = [...settingNames(), 'UPSTREAM_<NAME>', ...Object.keys(nginxSettings)];
  const rows = textOf('bff/docs/settings.md').matchAll(/^\| `([A-Z_<>]+)` *\| (?:`(.*?)`|none)/gm);
  const defaults = new Map([...rows].map(([, name = '', value]) => [name, value]));
  expect(names.filter((name) => !defaults.has(name.replace(/_FILE$/, '')))).toEqual([]);
  // The table states the platform's default. In `nginxSettings`, a product may have changed it.
  const atOnce = { default: String(platformLimits.MAX_STREAMS_PER_IP) };
  const documented = { ...nginxSettings, MAX_CONCURRENT_REQUESTS_PER_IP: atOnce };
  for (const [name, setting] of Object.entries(documented).filter(([name]) => names.includes(name)))
    expect([name, defaults.get(name)]).toEqual([name, 'default' in setting ? setting.default : undefined]);
});
