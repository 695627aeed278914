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
  const read = () =>
    readConfig({
      PORT: 'http',
      MANAGEMENT_PORT: '99999',
      LOG_LEVEL: 'loud',
      INGRESS_STRIPS_PREFIX: 'yes',
      TRUSTED_PROXIES: '10.0.0.0/33',
      FRAME_ANCESTORS: 'none',
      CONNECT_SRC: "'self'; script-src *",
      HSTS_SECONDS: '1 year',
      DIAGNOSTICS: 'on',
    });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/PORT="http": expected .*port/);
  for (const invalid of [
    'MANAGEMENT_PORT="99999"',
    'LOG_LEVEL="loud"',
    'INGRESS_STRIPS_PREFIX="yes"',
    'TRUSTED_PROXIES="10.0.0.0/33"',
    'FRAME_ANCESTORS="none"',
    `CONNECT_SRC="'self'; script-src *"`,
    'HSTS_SECONDS="1 year"',
    'DIAGNOSTICS="on"',
  ]) {
    expect(read).toThrow(invalid);
  }
});

test.each(['10.0.0.0/8', '10.1.2.3', ' 10.0.0.0/8 , ::1/128 ', '', 'fd00::/8,2001:db8::1,::ffff:10.0.0.1'])(
  'TRUSTED_PROXIES takes %o',
  (ranges) => {
    expect(() => readConfig({ TRUSTED_PROXIES: ranges })).not.toThrow();
  },
);

test.each(['all', '10.0.0/8', '10.0.0.0/8/8', '::1/129', '10.0.0.0/-1', '10.0.0.256', '1::2::3', '1:2:3'])(
  'TRUSTED_PROXIES does not take %o',
  (ranges) => {
    expect(() => readConfig({ TRUSTED_PROXIES: ranges })).toThrow('TRUSTED_PROXIES');
  },
);

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

test.each([
  '',
  'self',
  "'none' 'self'",
  "'unsafe-inline'",
  "'self'  https://a.example",
  "'self',https://a.example",
  "'self'\nhttps://a.example",
  'https://a.example/?x',
  '"',
  '$x',
])('FRAME_ANCESTORS does not take %o', (sources) => {
  expect(() => readConfig({ FRAME_ANCESTORS: sources })).toThrow("expected 'none', or sources");
});

test('HSTS_SECONDS takes whole seconds', () => {
  expect(readConfig({ HSTS_SECONDS: '31536000' }).hstsSeconds).toBe(31_536_000);
  for (const seconds of ['-1', '1.5', '1e3', ''])
    expect(() => readConfig({ HSTS_SECONDS: seconds })).toThrow();
});

test('each upstream has a setting for its address, and the error names one that is missing or invalid', () => {
  const names = ['things', 'priceList'];
  const { upstreams } = readConfig(
    { UPSTREAM_THINGS: 'http://things:8080', UPSTREAM_PRICE_LIST: 'https://prices/v1' },
    names,
  );
  expect(upstreams).toEqual({
    things: new URL('http://things:8080'),
    priceList: new URL('https://prices/v1'),
  });
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
