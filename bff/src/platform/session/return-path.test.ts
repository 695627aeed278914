import { expect, test } from 'vitest';
import { returnPath } from './return-path.ts';

test.each(['/web/', '/web/things?page=2#row-7', '/web/caf%C3%A9/%F0%9F%8D%B0', '/web/a%2Fb', '/web/?to=//x'])(
  'sign-in returns to %s',
  (to) => expect(returnPath(to)).toBe(to),
);

test.each([
  ['/web/café?q=日本#🍰', '/web/caf%C3%A9?q=%E6%97%A5%E6%9C%AC#%F0%9F%8D%B0'],
  ['/web/caf%C3%A9/é', '/web/caf%C3%A9/%C3%A9'],
  ['/web/\uD800', '/web/%EF%BF%BD'],
])('sign-in returns from %s to its percent-encoded form', (to, encoded) =>
  expect(returnPath(to)).toBe(encoded),
);

test.each([
  ['another origin', 'https://evil.example/web/'],
  ['an origin without a scheme', '//evil.example/web/'],
  ['a backslash', '/\\evil.example'],
  ['a backslash beneath the base path', '/web/\\evil'],
  ['an encoded backslash', '/web/%5Cevil'],
  ['an empty segment', '/web//evil.example'],
  ['an encoded empty segment', '/web/%2F%2Fevil.example'],
  ['another base path', '/webmail/'],
  ['the base path only as a prefix', '/web.evil/'],
  ['a way out of the base path', '/web/../admin'],
  ['an encoded way out', '/web/%2e%2e/admin'],
  ['a line break', '/web/\r\nset-cookie: a=b'],
  ['an encoded line break', '/web/%0d%0aset-cookie:a'],
  ['a tab', '/web/\t/evil'],
  ['NUL', '/web/\u0000'],
  ['a script', 'javascript:alert(1)'],
  ['too long', `/web/${'a'.repeat(1_000)}`],
  ['too long when it is encoded', `/web/${'日'.repeat(150)}`],
  ['nothing', undefined],
  ['a list', ['/web/a', '//evil']],
])('sign-in does not return to %s', (_what, to) => expect(returnPath(to)).toBe('/web/'));
