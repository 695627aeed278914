import { expect, test } from 'vitest';
import { canonicalPath } from './canonical-path.ts';

test.each<[path: string, canonical: string, basePath?: string]>([
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
  ['/portal/x', '/portal/x/', '/portal/x'],
])('the canonical form of %s is %s', (path, canonical, basePath = '/web') => {
  expect(canonicalPath(path, basePath)).toBe(canonical);
});
