import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { returnPath } from './return-path.ts';

beforeEach(() => vi.stubGlobal('location', new URL(`https://app.example${BASE_PATH}/sign-in?to=x#y`)));
afterEach(() => vi.unstubAllGlobals());

test.each([
  [`${BASE_PATH}/notes?page=2#last`, '/notes?page=2#last'],
  [`${BASE_PATH}/`, '/'],
  [BASE_PATH, '/'],
  [`https://app.example${BASE_PATH}/notes`, '/notes'],
  [`${BASE_PATH}//notes//1/`, '/notes/1'],
])('sign-in with `to=%s` returns to the screen %s', (to, path) => {
  expect(returnPath(to)).toBe(path);
});

test.each([
  null,
  '',
  'notes',
  `//evil.example${BASE_PATH}/`,
  String.raw`/\evil.example${BASE_PATH}/`,
  `\t//evil.example${BASE_PATH}/`,
  `https://evil.example${BASE_PATH}/`,
  `https://app.example.evil.example${BASE_PATH}/`,
  `javascript:alert(1)/${BASE_PATH}/`,
  '/other/',
  `${BASE_PATH}x/`,
  `${BASE_PATH}/../other/`,
  `${BASE_PATH}/%2e%2e/other/`,
  'https://',
])('sign-in with the unsafe `to=%j` returns to the home screen', (to) => {
  expect(returnPath(to)).toBe('/');
});

test('a return path appended to the base path stays on the application’s origin', () => {
  for (const to of [
    `${BASE_PATH}//evil.example`,
    `${BASE_PATH}/%2F%2Fevil.example`,
    String.raw`${BASE_PATH}/\evil.example`,
  ])
    expect(new URL(BASE_PATH + returnPath(to), location.href).origin).toBe('https://app.example');
});
