import { expect, test } from 'vitest';
import { parseStoreAddress } from '#platform/session/store/store-address.ts';

const none = { name: '', database: 0, user: undefined, password: undefined, isTls: false };
const abc = (port: number) => ['a', 'b', 'c'].map((host) => ({ host, port }));

test.each([
  ['redis://valkey', { kind: 'server', nodes: [{ host: 'valkey', port: 6379 }] }],
  ['redis://[::1]:6380/', { kind: 'server', nodes: [{ host: '::1', port: 6380 }] }],
  [
    'rediss://ada:p%40ss@valkey/2',
    { kind: 'server', database: 2, user: 'ada', password: 'p@ss', isTls: true },
  ],
  ['redis+cluster://a,b,c', { kind: 'cluster', nodes: abc(6379) }],
  [
    'rediss+cluster://ada:p%2Css@a:7000,b:7000,c:7000/',
    { kind: 'cluster', nodes: abc(7000), user: 'ada', password: 'p,ss', isTls: true },
  ],
  ['redis+sentinel://a,b,c/main', { kind: 'sentinel', nodes: abc(26379), name: 'main' }],
  [
    'rediss+sentinel://:secret@a:1,[::1]:2/my.main-1',
    {
      kind: 'sentinel',
      nodes: [
        { host: 'a', port: 1 },
        { host: '::1', port: 2 },
      ],
      name: 'my.main-1',
      password: 'secret',
      isTls: true,
    },
  ],
])('%s', (text, expected) => {
  expect(parseStoreAddress(text)).toEqual({ ...none, nodes: [{ host: 'valkey', port: 6379 }], ...expected });
});

test.each([
  ...['', 'valkey:6379', 'http://valkey', 'redis://', 'redis://v/?tls=1', 'redis://v/x', 'redis://v#x'],
  ...['redis://a,b', 'redis://:100%@v', 'redis://v:99999', 'redis+cluster://a,,b', 'redis+cluster://a,b/1'],
  ...['redis+sentinel://a,b,c', 'redis+sentinel://a,b,c/', 'redis+nodes://a', 'redis://a b', 'redis://a@b@c'],
])('%s is no address', (text) => {
  expect(parseStoreAddress(text)).toBeUndefined();
});
