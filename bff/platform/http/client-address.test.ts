import { expect, test } from 'vitest';
import { API_PATH } from '#platform/contract/api-path.ts';
import { logEntries, testApp } from '#platform/test/test-app.ts';
import { clientNetwork, clientSite, trustedProxies } from './client-address.ts';

test.each([
  ['10.0.0.0/8', '10.1.2.3', true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['2001:db8::/32', '2001:db8:1::1', true],
  ['0.0.0.0/0', 'unknown', false],
  ['10.0.0.0/8', '10.1.2.3:4711', true],
  ['2001:db8::/32', '[2001:db8:1::1]:4711', true],
  ['fe80::/10', 'fe80::1%eth0', true],
])('with TRUSTED_PROXIES=%s, isTrusted(%s) is %s', (range, address, isTrusted) => {
  expect(trustedProxies([range])(address, 0)).toBe(isTrusted);
});

test.each([
  ['192.0.2.1', ['192.0.2.1:4711', '::ffff:192.0.2.1', '::FFFF:c000:201', '[::ffff:192.0.2.1]:80']],
  [
    '2001:db8::1',
    ['2001:DB8::2', '2001:0db8:0::1', '[2001:db8::1]', '[2001:db8::1]:4711', '2001:db8::1%eth0'],
  ],
  ['unknown', ['_hidden', '', '1.2.3', '192.0.2.1:x', '192.0.2.1, 192.0.2.2', '[192.0.2.1', '01.2.3.4']],
])('other spellings of %s count as the same network', (address, spellings) => {
  expect(new Set(spellings.map(clientNetwork))).toEqual(new Set([clientNetwork(address)]));
});

test('clients in different networks have separate rate limits', () => {
  const networks = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1', '::1', 'unknown'];
  expect(new Set(networks.map(clientNetwork)).size).toBe(networks.length);
});

test('IPv6 networks of one /48 count as one site, and each IPv4 address as its own site', () => {
  const sites = (...addresses: string[]) => new Set(addresses.map(clientSite)).size;
  expect(sites('2001:db8:1:2::1', '2001:db8:1:ffff::1', '2001:db8:1::')).toBe(1);
  expect(sites('2001:db8:1::1', '2001:db8:2::1', '192.0.2.1', '192.0.2.2')).toBe(4);
});

test('TRUSTED_PROXIES applies to at most 16 hops', () => {
  const isTrusted = trustedProxies(['10.0.0.0/8']);
  expect([15, 16].map((hop) => isTrusted('10.0.0.1', hop))).toEqual([true, false]);
});

test.each([
  ['a peer', '203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }],
  [
    'the peer of a trusted nginx',
    '127.0.0.1',
    { 'x-forwarded-for': '203.0.113.9', 'x-untrusted-peer': '203.0.113.9' },
  ],
])(
  'logs one warning if %s outside TRUSTED_PROXIES sends X-Forwarded-For',
  async (_who, remoteAddress, headers) => {
    const { entries, stream } = logEntries();
    const app = await testApp({ logLevel: 'warn' }, { logTo: stream });
    const call = { url: `${API_PATH}/status`, remoteAddress };
    await app.inject(call);
    expect(entries).toEqual([]);
    for (let times = 0; times < 2; times += 1) await app.inject({ ...call, headers });
    expect(entries).toEqual([
      expect.objectContaining({
        peer: '203.0.113.9',
        msg: expect.stringContaining('outside TRUSTED_PROXIES'),
      }),
    ]);
  },
);
