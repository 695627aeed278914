import { expect, test } from 'vitest';
import { BASE_PATH } from '#contract/constants.ts';
import { returnPath } from './navigation.ts';

test.each([
  `${BASE_PATH}/`,
  `${BASE_PATH}/things?page=2#row-7`,
  `${BASE_PATH}/caf%C3%A9/%F0%9F%8D%B0`,
  `${BASE_PATH}/a%2Fb`,
  `${BASE_PATH}/?to=//x`,
])('sign-in returns to %s', (to) => expect(returnPath(to)).toBe(to));

test.each([
  [`${BASE_PATH}/café?q=日本#🍰`, `${BASE_PATH}/caf%C3%A9?q=%E6%97%A5%E6%9C%AC#%F0%9F%8D%B0`],
  [`${BASE_PATH}/caf%C3%A9/é`, `${BASE_PATH}/caf%C3%A9/%C3%A9`],
  [`${BASE_PATH}/\uD800`, `${BASE_PATH}/%EF%BF%BD`],
])('sign-in returns from %s to its percent-encoded form', (to, encoded) =>
  expect(returnPath(to)).toBe(encoded),
);

test.each([
  ['another origin', `https://evil.example${BASE_PATH}/`],
  ['an origin without a scheme', `//evil.example${BASE_PATH}/`],
  ['a backslash', '/\\evil.example'],
  ['a backslash beneath the base path', `${BASE_PATH}/\\evil`],
  ['an encoded backslash', `${BASE_PATH}/%5Cevil`],
  ['an empty segment', `${BASE_PATH}//evil.example`],
  ['an encoded empty segment', `${BASE_PATH}/%2F%2Fevil.example`],
  ['another base path', `${BASE_PATH}mail/`],
  ['the base path only as a prefix', `${BASE_PATH}.evil/`],
  ['a way out of the base path', `${BASE_PATH}/../admin`],
  ['an encoded way out', `${BASE_PATH}/%2e%2e/admin`],
  ['a line break', `${BASE_PATH}/\r\nset-cookie: a=b`],
  ['an encoded line break', `${BASE_PATH}/%0d%0aset-cookie:a`],
  ['a tab', `${BASE_PATH}/\t/evil`],
  ['NUL', `${BASE_PATH}/\u0000`],
  ['a script', 'javascript:alert(1)'],
  ['too long', `${BASE_PATH}/${'a'.repeat(1_000)}`],
  ['too long when it is encoded', `${BASE_PATH}/${'日'.repeat(150)}`],
  ['nothing', undefined],
  ['a list', [`${BASE_PATH}/a`, '//evil']],
])('sign-in does not return to %s', (_what, to) => expect(returnPath(to)).toBe(`${BASE_PATH}/`));
