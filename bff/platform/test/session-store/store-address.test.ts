import { expect, test } from 'vitest';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';

test.each([
  ['redis://valkey', 'server', 'valkey 6379', {}],
  ['rediss://ada:p%40ss@valkey/2', 'server', 'valkey 6379', { user: 'ada', password: 'p@ss', path: '2' }],
  ['redis+cluster://a,b:7000,c', 'cluster', 'a 6379, b 7000, c 6379', {}],
  ['rediss+sentinel://ada@[::1]:1,b:2/my-1.x', 'sentinel', '::1 1, b 2', { user: 'ada', path: 'my-1.x' }],
])('the store address %s is parsed', (text, kind, expected, part) => {
  const { nodes = [], ...address } = parseStoreAddress(text) ?? {};
  expect(nodes.map(({ host, port }) => `${host} ${port}`).join(', ')).toBe(expected);
  const isTls = text.startsWith('rediss');
  expect(address).toEqual({ kind, path: '', user: undefined, password: undefined, isTls, ...part });
});

test.each([
  ...['valkey:6379', 'http://valkey', 'redis://v/?tls=1', 'redis://v/x', 'redis://a,b', 'redis://:100%@v'],
  ...['redis+cluster://a,,b', 'redis+sentinel://a,b,c', 'redis+nodes://a'],
])('the store address %s is rejected', (text) => {
  expect(parseStoreAddress(text)).toBeUndefined();
});
