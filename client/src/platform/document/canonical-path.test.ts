import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

test('the base path gets its slash', () => {
  expect(canonicalPath('/web', '/web')).toBe('/web/');
  expect(canonicalPath('/portal/x', '/portal/x')).toBe('/portal/x/');
});

test('index.html is the home screen', () => {
  expect(canonicalPath('/web/index.html', '/web')).toBe('/web/');
});

test('doubled slashes become single, also at the start', () => {
  expect(canonicalPath('//web//a///b', '/web')).toBe('/web/a/b');
  expect(canonicalPath('//example.org/web', '/web')).toBe('/example.org/web');
  expect(canonicalPath('/web//', '/web')).toBe('/web/');
});

test('a screen has no slash at its end', () => {
  expect(canonicalPath('/web/a/', '/web')).toBe('/web/a');
  expect(canonicalPath('/web/a//', '/web')).toBe('/web/a');
});

test('a canonical path stays as it is, encoded slashes included', () => {
  for (const path of ['/web/', '/web/a%2F%2Fb', '/website', '/', '/web/a/index.html']) {
    expect(canonicalPath(path, '/web')).toBe(path);
  }
});
