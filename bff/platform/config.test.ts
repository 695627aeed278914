import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { defineSettings, secret } from './settings/define-settings.ts';

test('readConfig throws an error that lists every invalid variable with its value and what was expected', () => {
  const invalid = {
    PORT: 'http',
    MANAGEMENT_PORT: '99999',
    LOG_LEVEL: 'loud',
    INGRESS_STRIPS_PREFIX: 'yes',
    TRUSTED_PROXIES: '10.0.0.0/33',
    FRAME_ANCESTORS: 'none',
    CONNECT_SRC: "'self'; script-src *",
    HSTS_SECONDS: '1 year',
    ALLOW_MOCKS: 'on',
  };
  const read = () => readConfig(invalid);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PORT="http": expected .*port/);
  for (const [name, value] of Object.entries(invalid)) expect(read).toThrow(`${name}="${value}": expected `);
});

test('the base URL of each upstream is a required setting, and is validated', () => {
  const declared = { upstreams: { things: {}, priceList: {} } };
  const env = { UPSTREAM_THINGS: 'http://things:8080', UPSTREAM_PRICE_LIST: 'https://prices/v1' };
  const urls = { things: new URL('http://things:8080'), priceList: new URL('https://prices/v1') };
  expect(readConfig(env, declared).upstreams).toEqual(urls);
  for (const address of ['things:8080', 'http://ada:x@things']) {
    const read = () => readConfig({ UPSTREAM_THINGS: address }, declared);
    expect(read).toThrow(`UPSTREAM_THINGS="${address}": expected http(s)`);
    expect(read).toThrow('UPSTREAM_PRICE_LIST is not set: expected http(s)');
  }
});

const linesOf = (...given: Parameters<typeof readConfig>): string[] => {
  try {
    readConfig(...given);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n  ').slice(1);
  }
};

test('a header with the ingress’s user needs trusted proxies, and no provider', () => {
  const proxies = { TRUSTED_PROXIES: '10.0.0.1' };
  const ingress = { INGRESS_USER_HEADER: 'X-User', INGRESS_GROUPS_HEADER: 'X-Groups' };
  expect(readConfig({ ...ingress, ...proxies }).session.ingress).toEqual({
    userHeader: 'x-user',
    groupsHeader: 'x-groups',
  });
  for (const env of [ingress, { ...ingress, TRUSTED_PROXIES: ' ' }])
    expect(linesOf(env)).toEqual([expect.stringMatching(/^TRUSTED_PROXIES is not set: expected/)]);
  const groups = { INGRESS_GROUPS_HEADER: 'X-Groups' };
  expect(linesOf(groups)).toEqual(['INGRESS_USER_HEADER is not set: expected with INGRESS_GROUPS_HEADER']);
  const oidc = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_AUTHENTICATION: 'none' };
  expect(linesOf({ ...ingress, ...proxies, ...oidc })).toEqual([
    'OIDC_ISSUER and INGRESS_USER_HEADER are set: expected one of them',
  ]);
  expect(linesOf({ ...proxies, INGRESS_USER_HEADER: 'X_User' })).toEqual([
    'INGRESS_USER_HEADER="X_User": expected the name of a header, such as X-Forwarded-User',
  ]);
});

const settings = defineSettings({
  MAIL_FROM: Type.String({ minLength: 3, description: 'an address to send mail from' }),
  PAGE_SIZE: Type.Integer({ default: 20, maximum: 100, description: '1 to 100' }),
  PAYMENT_KEY: secret('the key of the payment service'),
});

test('the product’s settings are validated and reported together with the platform’s', () => {
  const env = { MAIL_FROM: 'a@b', PAGE_SIZE: '50', PAYMENT_KEY: 'hunter2-hunter2' };
  const config = readConfig(env, { settings });
  expect(config.settings).toEqual({ ...env, PAGE_SIZE: 50 });
  expect(config.secrets).toEqual(['hunter2-hunter2']);
  expect(linesOf({ PAGE_SIZE: '1000', PAYMENT_KEY: 'hunter2', LOG_LEVEL: 'loud' }, { settings })).toEqual([
    'MAIL_FROM is not set: expected an address to send mail from',
    'PAGE_SIZE="1000": expected 1 to 100',
    'PAYMENT_KEY: expected the key of the payment service, at least 8 characters',
    expect.stringContaining('LOG_LEVEL="loud"'),
  ]);
  const taken = defineSettings({ PORT: Type.Optional(Type.String()) });
  expect(linesOf({}, { settings: taken })).toEqual([
    'bff/src/settings.ts: PORT is a setting of the platform',
  ]);
});

test('a secret can be read from a file, without its final newline', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'key');
  await writeFile(file, 'hunter2-hunter2\n');
  const env = { MAIL_FROM: 'a@b', PAYMENT_KEY_FILE: file };
  const config = readConfig(env, { settings });
  expect(config.settings).toEqual({ MAIL_FROM: 'a@b', PAGE_SIZE: 20, PAYMENT_KEY: 'hunter2-hunter2' });
  expect(config.secrets).toEqual(['hunter2-hunter2']);
  expect(linesOf({ ...env, PAYMENT_KEY: 'hunter2-hunter2' }, { settings })).toEqual([
    'PAYMENT_KEY, PAYMENT_KEY_FILE: expected only one of them',
  ]);
  expect(linesOf({ ...env, PAYMENT_KEY_FILE: '/no/such' }, { settings })).toEqual([
    'PAYMENT_KEY_FILE="/no/such": expected a file (ENOENT)',
  ]);
});

const [newSecret, oldSecret] = ['new-'.repeat(8), 'old-'.repeat(8)];

test('readConfig parses SESSION_STORE_URL and SESSION_SECRET, and returns their secrets for redaction', () => {
  expect(readConfig({}).session).toEqual({ store: undefined, secrets: [] });
  const { session, secrets } = readConfig({
    SESSION_STORE_URL: 'rediss://ada:p%40ssword@valkey:6380/2',
    SESSION_SECRET: `${newSecret},${oldSecret}`,
  });
  expect(session).toMatchObject({ store: { user: 'ada', path: '2' }, secrets: [newSecret, oldSecret] });
  expect(secrets).toEqual(expect.arrayContaining([newSecret, oldSecret, 'p@ssword']));
});

test('an invalid SESSION_STORE_URL or SESSION_SECRET is reported without its value', () => {
  expect(linesOf({ SESSION_SECRET: newSecret, SESSION_STORE_URL: 'redis://:100%@valkey' })).toEqual([
    `SESSION_STORE_URL: expected redis://user:password@host:6379, redis+cluster://a,b,c or redis+sentinel://a,b,c/name; rediss for TLS`,
  ]);
  const expected = 'expected secrets of at least 32 characters each, separated by commas';
  for (const secret of ['', newSecret.slice(1), `${newSecret},short`])
    expect(linesOf({ SESSION_SECRET: secret })).toEqual([`SESSION_SECRET: ${expected}`]);
});

test('readConfig validates the OpenID settings, and requires those of the chosen client authentication', () => {
  const oidc = { OIDC_ISSUER: 'http://localhost:4000', OIDC_CLIENT_ID: 'web' };
  expect(readConfig({ ...oidc, OIDC_CLIENT_SECRET: 'a-secret' }).session.oidc).toEqual({
    issuer: new URL('http://localhost:4000'),
    clientId: 'web',
    clientSecret: 'a-secret',
    authentication: 'client_secret_basic',
    scopes: 'openid',
    parameters: new URLSearchParams(),
    requiredAcr: [],
  });
  for (const issuer of ['http://provider.example', 'https://a.example/?x'])
    expect(linesOf({ ...oidc, OIDC_ISSUER: issuer })).toEqual([
      expect.stringContaining(`OIDC_ISSUER="${issuer}": expected the https URL`),
    ]);
  const missing = (name: string, method: string) => [
    `${name} is not set: expected with OIDC_ISSUER and OIDC_CLIENT_AUTHENTICATION=${method}`,
  ];
  expect(linesOf(oidc)).toEqual(missing('OIDC_CLIENT_SECRET', 'client_secret_basic'));
  const method = 'private_key_jwt';
  expect(linesOf({ ...oidc, OIDC_CLIENT_AUTHENTICATION: method })).toEqual(
    missing('OIDC_CLIENT_KEY', method),
  );
  const none = { OIDC_ISSUER: 'https://a.example', OIDC_CLIENT_AUTHENTICATION: 'none' };
  expect(linesOf(none)).toEqual(missing('OIDC_CLIENT_ID', 'none'));
  expect(linesOf({ ...oidc, ...none })).toEqual([]);
  expect(linesOf({ ...oidc, ...none, OIDC_CLIENT_KEY: '-----BEGIN RSA PRIVATE KEY-----' })).toEqual([
    'OIDC_CLIENT_KEY: expected a private RSA key in PEM format (PKCS #8), for RS256',
  ]);
  for (const setting of ['OIDC_PARAMETERS', 'OIDC_SCOPES'])
    expect(linesOf({ ...oidc, [setting]: 'email' })).toEqual([
      expect.stringContaining(`${setting}="email": expected `),
    ]);
});
