import { expect, test } from 'vitest';
import { judgeAddress } from '../doctor/checks/client-address.ts';
import { isLoopback } from '../doctor/networks.ts';

test.for([
  ['its own', '198.51.100.7', { own: '198.51.100.7', there: '192.0.2.1' }, 'ok'],
  ["its network's public one", '198.51.100.7', { own: '192.168.1.7', there: '192.0.2.1' }, 'ok'],
  ["the ingress's", '10.0.0.1', { own: '10.0.0.7', there: '10.0.0.1' }, 'client-lost'],
  ['a private one', '172.30.87.1', { own: '192.168.1.7', there: '192.0.2.1' }, 'client-lost'],
  ['one of another network', '172.30.87.1', { own: '10.0.0.7', there: '10.0.0.1' }, 'not observable'],
] as const)('a client whose address arrives as %s: %s', ([, ip, addresses, expected]) => {
  const result = judgeAddress(ip, addresses);
  const name = result === 'ok' ? 'ok' : 'id' in result ? result.id : 'not observable';
  expect(name).toBe(expected);
});

test.for([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.9', true],
  ['10.0.0.1', false],
  ['host.example', false],
] as const)('%s is a loopback address: %s', ([ip, expected]) => {
  expect(isLoopback(ip)).toBe(expected);
});
