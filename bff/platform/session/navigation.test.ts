import { expect, test } from 'vitest';
import { BASE_PATH } from '#platform/contract/product/constants.ts';
import { returnPath } from './navigation.ts';

test.each([
  '',
  'things?page=2#row-7',
  '?to=//x',
  'things?n=C%3A%5Ctemp&m=a%0Ab%00#a%5Cb%09',
  'things?to=/../%2e%2e//evil.example#//evil.example/..',
])('the return path %j beneath the base path is accepted', (rest) =>
  expect(returnPath(`${BASE_PATH}/${rest}`)).toBe(`${BASE_PATH}/${rest}`),
);

test('the return path is percent-encoded', () => {
  expect(returnPath(`${BASE_PATH}/café?q=日本#🍰`)).toBe(
    `${BASE_PATH}/caf%C3%A9?q=%E6%97%A5%E6%9C%AC#%F0%9F%8D%B0`,
  );
  expect(returnPath(`${BASE_PATH}/?q=\\evil\r\n\tx: "\0#\\ \x7f`)).toBe(
    `${BASE_PATH}/?q=%5Cevil%0D%0A%09x:%20%22%00#%5C%20%7F`,
  );
});

test('a return path of 1,300 characters is accepted', () => {
  const to = `${BASE_PATH}/things?q=`.padEnd(1_300, 'q');
  expect(returnPath(to)).toBe(to);
});

test('a return path of more than 1,400 characters loses its query and fragment', () => {
  const path = `${BASE_PATH}/things`;
  expect(returnPath(`${path}?q=${'a'.repeat(1_400)}`)).toBe(path);
  expect(returnPath(`${path}#${'日'.repeat(300)}`)).toBe(path);
});

test('attacks in path, query or fragment cannot move the return path out of the origin or the base path', () => {
  const attacks = [
    '//evil.example',
    '/\\evil.example',
    '%5c%5cevil.example',
    '/%09/evil.example',
    '/\t/evil.example',
  ];
  attacks.push(
    '\n//evil.example',
    `${BASE_PATH}/..//evil.example`,
    '/%2e%2e/%2e%2e//evil.example',
    '@evil.example',
  );
  attacks.push(
    '\r\nlocation: //evil.example',
    'https://evil.example',
    '/%2f%2fevil.example',
    '\0//evil.example',
  );
  const prefixes = ['', BASE_PATH, `${BASE_PATH}/`, `${BASE_PATH}/a`, `${BASE_PATH}/?`, `${BASE_PATH}/a?b=`];
  for (const prefix of [...prefixes, `${BASE_PATH}/#`, `${BASE_PATH}?`, `${BASE_PATH}#`])
    for (const attack of attacks) {
      const to = returnPath(prefix + attack);
      const { origin, pathname } = new URL(to, 'https://app.example');
      expect([to, origin, pathname.startsWith(`${BASE_PATH}/`)]).toEqual([to, 'https://app.example', true]);
      expect(to).toMatch(/^[!-~]+$/);
      expect(to).not.toMatch(/^[^?#]*(\/\/|\\|%5c)/i);
    }
});

test.each([
  ['another origin', `https://evil.example${BASE_PATH}/`],
  ['a backslash', '/\\evil.example'],
  ['an empty segment', `${BASE_PATH}//evil.example`],
  ['dot segments', `${BASE_PATH}/../admin`],
  ['a line break', `${BASE_PATH}/\r\nset-cookie: a=b`],
  ['a script', 'javascript:alert(1)'],
  ['more than 1,400 characters', `${BASE_PATH}/${'a'.repeat(1_400)}`],
  ['two values', [`${BASE_PATH}/a`, '//evil']],
])('a return path containing %s is replaced with the home screen', (_what, to) =>
  expect(returnPath(to)).toBe(`${BASE_PATH}/`),
);
