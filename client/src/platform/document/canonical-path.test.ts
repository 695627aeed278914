import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

test.each<[path: string, canonical: string]>([
  ['/web', '/web/'],
  ['/web/index.html', '/web/'],
  ['//web//a///b', '/web/a/b'],
  ['//example.org/web', '/example.org/web'],
  ['/web//', '/web/'],
  ['/web/a/', '/web/a'],
  ['/web/a//', '/web/a'],
  ['/web/', '/web/'],
  ['/web/a%2F%2Fb', '/web/a%2F%2Fb'],
  ['/website', '/website'],
  ['/', '/'],
  ['/web/a/index.html', '/web/a/index.html'],
])('the canonical form of %s is %s', (path, canonical) => {
  expect(canonicalPath(path, '/web')).toBe(canonical);
});

test('a base path of several segments gets its slash, too', () => {
  expect(canonicalPath('/portal/x', '/portal/x')).toBe('/portal/x/');
});
