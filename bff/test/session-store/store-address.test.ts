import { expect, test } from 'vitest';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';

test.each([
  ['redis://valkey', 'server', 'valkey 6379', {}],
  ['redis://[::1]:6380/', 'server', '::1 6380', {}],
  ['rediss://ada:p%40ss@valkey/2', 'server', 'valkey 6379', { user: 'ada', password: 'p@ss', path: '2' }],
  ['redis+cluster://a,b:7000,c', 'cluster', 'a 6379, b 7000, c 6379', {}],
  ['rediss+cluster://:p%2Cs@a,b/', 'cluster', 'a 6379, b 6379', { password: 'p,s' }],
  ['redis+sentinel://a,b,c/main', 'sentinel', 'a 26379, b 26379, c 26379', { path: 'main' }],
  ['rediss+sentinel://ada@[::1]:1,b:2/my-1.x', 'sentinel', '::1 1, b 2', { user: 'ada', path: 'my-1.x' }],
])('%s', (text, kind, expected, part) => {
  const { nodes = [], ...address } = parseStoreAddress(text) ?? {};
  expect(nodes.map(({ host, port }) => `${host} ${port}`).join(', ')).toBe(expected);
  const isTls = text.startsWith('rediss');
  expect(address).toEqual({ kind, path: '', user: undefined, password: undefined, isTls, ...part });
});

test.each([
  ...['', 'valkey:6379', 'http://valkey', 'redis://', 'redis://v/?tls=1', 'redis://v/x', 'redis://v#x'],
  ...['redis://a,b', 'redis://:100%@v', 'redis://v:99999', 'redis+cluster://a,,b', 'redis+cluster://a,b/1'],
  ...['redis+sentinel://a,b,c', 'redis+sentinel://a,b,c/', 'redis+nodes://a', 'redis://a b', 'redis://a@b@c'],
])('%s is no address', (text) => {
  expect(parseStoreAddress(text)).toBeUndefined();
});
