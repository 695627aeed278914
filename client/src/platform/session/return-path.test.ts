import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnPath } from './return-path.ts';

beforeEach(() => vi.stubGlobal('location', new URL('https://app.example/web/sign-in?to=x#y')));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/web/notes?page=2#last', '/notes?page=2#last'],
  ['/web/', '/'],
  ['/web', '/'],
  ['https://app.example/web/notes', '/notes'],
  ['/web//notes//1/', '/notes/1'],
])('%s leads to the screen %s', (to, path) => {
  expect(returnPath(to)).toBe(path);
});

test.each([
  null,
  '',
  'notes',
  '//evil.example/web/',
  String.raw`/\evil.example/web/`,
  '\t//evil.example/web/',
  'https://evil.example/web/',
  'https://app.example.evil.example/web/',
  'javascript:alert(1)//web/',
  '/other/',
  '/webx/',
  '/web/../other/',
  '/web/%2e%2e/other/',
  'https://',
])('%j leads to the home screen', (to) => {
  expect(returnPath(to)).toBe('/');
});

test('no path leads out of the application when it is joined to the base path', () => {
  for (const to of ['/web//evil.example', '/web/%2F%2Fevil.example', String.raw`/web/\evil.example`])
    expect(new URL(`/web${returnPath(to)}`, location.href).origin).toBe('https://app.example');
});
