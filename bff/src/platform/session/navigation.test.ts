import { expect, test } from 'vitest';
import { BASE_PATH } from '#contract/constants.ts';
import { returnPath } from './navigation.ts';

test.each([`${BASE_PATH}/`, `${BASE_PATH}/things?page=2#row-7`, `${BASE_PATH}/?to=//x`])(
  'accepts the return path %s',
  (to) => expect(returnPath(to)).toBe(to),
);

test('percent-encodes the return path', () => {
  expect(returnPath(`${BASE_PATH}/café?q=日本#🍰`)).toBe(
    `${BASE_PATH}/caf%C3%A9?q=%E6%97%A5%E6%9C%AC#%F0%9F%8D%B0`,
  );
});

test.each([
  ['another origin', `https://evil.example${BASE_PATH}/`],
  ['a backslash', '/\\evil.example'],
  ['an empty segment', `${BASE_PATH}//evil.example`],
  ['dot segments', `${BASE_PATH}/../admin`],
  ['a line break', `${BASE_PATH}/\r\nset-cookie: a=b`],
  ['a script', 'javascript:alert(1)'],
  ['1,000 characters and more', `${BASE_PATH}/${'a'.repeat(1_000)}`],
  ['two values', [`${BASE_PATH}/a`, '//evil']],
])('replaces a return path containing %s with the home screen', (_what, to) =>
  expect(returnPath(to)).toBe(`${BASE_PATH}/`),
);
