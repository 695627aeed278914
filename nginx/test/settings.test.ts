import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig, settingNames } from '@web/bff/config';
import { sharedSettings } from '@web/bff/edge/settings';
import { nginxSettings } from '../start/settings.ts';
import { invalidInNginx } from './render-config.ts';

const root = join(import.meta.dirname, '../..');

const readCompose = () =>
  parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
    services: Record<'nginx' | 'bff', { environment: object }>;
  };

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
    [
      '',
      '10.1.2.3',
      ' 10.0.0.0/8 , ::1/128 ',
      '10.0.0.0/8,',
      '1:2:3:4:5:6:7:8',
      'fd00::/8',
      '::ffff:10.0.0.1',
    ],
    ['CHOOSE', '10.0.0.0/33', '10.0.0.256', '1:2:3', '::1/129', '10.0.0.1 10.0.0.2', '10.0.0.1\n10.0.0.2'],
  ],
  ['FRAME_ANCESTORS', ["'none'", "'self' https://a.example"], ['', 'none', "'none' 'self'", "'self'  *"]],
  ['CONNECT_SRC', ["'self' wss://a.example:8443/x"], ["'self'; script-src *", "'self'\nhttps://a.example"]],
  ['HSTS_SECONDS', ['0', '31536000'], ['', '1e3', '-1', '1.5', '1 year']],
])('nginx and the BFF agree on what %s takes, and report the same', async (setting, valid, invalid) => {
  for (const value of valid)
    expect([value, invalidInBff({ [setting]: value }), await invalidInNginx({ [setting]: value })]).toEqual([
      value,
      [],
      [],
    ]);
  for (const value of invalid) {
    const report = [`${setting}="${value}": expected ${sharedSettings[setting].expected}`];
    expect(invalidInBff({ [setting]: value })).toEqual(report);
    expect(await invalidInNginx({ [setting]: value })).toEqual(report);
  }
});

test('nginx reports every invalid setting at once', async () => {
  const env = Object.fromEntries(Object.keys(nginxSettings).map((name) => [name, 'in valid']));
  expect((await invalidInNginx(env)).map((line) => line.split('=', 1)[0])).toEqual(
    Object.keys(nginxSettings),
  );
  expect(await invalidInNginx({})).toEqual([]);
});

test('the compose file passes every setting of nginx to nginx, and every shared setting and those of sign-in to the BFF', () => {
  const { nginx, bff } = readCompose().services;
  expect(Object.keys(nginx.environment).toSorted()).toEqual(Object.keys(nginxSettings).toSorted());
  const ofSignIn = settingNames().filter((name) => /^(?:SESSION|OIDC)_(?!.*_FILE$)/.test(name));
  expect(Object.keys(bff.environment)).toEqual(
    expect.arrayContaining([...Object.keys(sharedSettings), ...ofSignIn]),
  );
});

test('nginx in compose trusts only the proxies that an operator names', () => {
  const { nginx } = readCompose().services;
  expect(nginx.environment).toMatchObject({ TRUSTED_PROXIES: '${TRUSTED_PROXIES-}' });
});

test.each([
  ['bff/README.md', [...settingNames(), 'UPSTREAM_<NAME>']],
  ['nginx/README.md', Object.keys(nginxSettings).filter((name) => !(name in sharedSettings))],
])('the table of settings in %s names every setting, with its default', (document, names) => {
  const rows = readFileSync(join(root, document), 'utf8').matchAll(
    /^\| `([A-Z_<>]+)` *\| (?:`(.*?)`|none)/gm,
  );
  const defaults = new Map([...rows].map(([, name = '', value]) => [name, value]));
  expect(names.filter((name) => !defaults.has(name.replace(/_FILE$/, '')))).toEqual([]);
  for (const [name, setting] of Object.entries(nginxSettings).filter(([name]) => names.includes(name)))
    expect([name, defaults.get(name)]).toEqual([name, 'default' in setting ? setting.default : undefined]);
});
