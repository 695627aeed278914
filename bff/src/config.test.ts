import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test('without any variable the defaults apply', () => {
  expect(readConfig({})).toMatchObject({
    host: 'localhost',
    port: 8080,
    managementPort: 9000,
    logLevel: 'info',
    ingressStripsPrefix: false,
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    shared: { FRAME_ANCESTORS: "'none'", CONNECT_SRC: "'self'" },
    hstsSeconds: undefined,
    diagnostics: false,
  });
});

test('the error lists every invalid variable, with its value and what was expected', () => {
  const invalid = {
    PORT: 'http',
    MANAGEMENT_PORT: '99999',
    LOG_LEVEL: 'loud',
    INGRESS_STRIPS_PREFIX: 'yes',
    TRUSTED_PROXIES: '10.0.0.0/33',
    FRAME_ANCESTORS: 'none',
    CONNECT_SRC: "'self'; script-src *",
    HSTS_SECONDS: '1 year',
    DIAGNOSTICS: 'on',
  };
  const read = () => readConfig(invalid);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PORT="http": expected .*port/);
  for (const [name, value] of Object.entries(invalid)) expect(read).toThrow(`${name}="${value}": expected `);
});

test.each([
  [
    'TRUSTED_PROXIES',
    ['10.0.0.0/8', '10.1.2.3', ' 10.0.0.0/8 , ::1/128 ', '', 'fd00::/8,2001:db8::1,::ffff:10.0.0.1'],
  ],
  ['HSTS_SECONDS', ['31536000']],
])('%s takes %j', (name, values) => {
  for (const value of values) expect(() => readConfig({ [name]: value })).not.toThrow();
});

test.each([
  [
    'TRUSTED_PROXIES',
    ['all', '10.0.0/8', '10.0.0.0/8/8', '::1/129', '10.0.0.0/-1', '10.0.0.256', '1::2::3', '1:2:3'],
  ],
  ['HSTS_SECONDS', ['-1', '1.5', '1e3', '']],
  ['FRAME_ANCESTORS', ['', 'self', "'none' 'self'", "'unsafe-inline'", '"', '$x', 'https://a.example/?x']],
  ['FRAME_ANCESTORS', ["'self'  https://a.example", "'self',https://a.example", "'self'\nhttps://a.example"]],
])('%s does not take %j', (name, values) => {
  for (const value of values)
    expect(() => readConfig({ [name]: value })).toThrow(`${name}="${value}": expected `);
});

test.each([
  "'none'",
  "'self'",
  "'self' https://portal.example",
  '*.example.org wss://live.example:8443/x',
  'https:',
  '*',
  'http://localhost:*',
])('FRAME_ANCESTORS and CONNECT_SRC take %o', (sources) => {
  const { shared } = readConfig({ FRAME_ANCESTORS: sources, CONNECT_SRC: sources });
  expect(shared).toMatchObject({ FRAME_ANCESTORS: sources, CONNECT_SRC: sources });
});

test('HSTS_SECONDS is read as a number', () => {
  expect(readConfig({ HSTS_SECONDS: '31536000' }).hstsSeconds).toBe(31_536_000);
});

test('each upstream has a setting for its address, and the error names one that is missing or invalid', () => {
  const names = ['things', 'priceList'];
  const env = { UPSTREAM_THINGS: 'http://things:8080', UPSTREAM_PRICE_LIST: 'https://prices/v1' };
  const urls = { things: new URL('http://things:8080'), priceList: new URL('https://prices/v1') };
  expect(readConfig(env, names).upstreams).toEqual(urls);
  for (const address of [
    'things:8080',
    'http://ada:x@things',
    'http://things/?a=b',
    'http://things/#a',
    'ftp://things',
  ]) {
    const read = () => readConfig({ UPSTREAM_THINGS: address }, names);
    expect(read).toThrow(`UPSTREAM_THINGS="${address}": expected http(s)`);
    expect(read).toThrow('UPSTREAM_PRICE_LIST is not set: expected http(s)');
  }
});

test('the error also names the setting of an unknown upstream, and a port that is used twice', () => {
  const env = { UPSTREAM_THINGZ: 'http://things:8080', LOG_LEVEL: 'loud' };
  expect(() => readConfig(env)).toThrow(/LOG_LEVEL="loud": [^]*UPSTREAM_THINGZ: expected the name/);
  expect(() => readConfig({ PORT: '8190', MANAGEMENT_PORT: '8190' })).toThrow(
    'expected a port other than PORT',
  );
  expect(readConfig({ PORT: '0', MANAGEMENT_PORT: '0' }).port).toBe(0);
});
