import { expect, test } from 'vitest';
import { REFUSED_PATH_PATTERN } from '#edge/paths.ts';
import { canonicalUrl } from './request-paths.ts';

test.each([
  ['/web/a', '/web/a'],
  ['/web/a%2Fb?q=1%2F2//', '/web/a%2Fb?q=1%2F2//'],
  ['//web//a', '/web/a'],
  ['http://example.org:1/web/a?x', '/web/a?x'],
  ['http://example.org', '/'],
  ['/x', '/x'],
])('%s is taken as %s', (sent, taken) => {
  expect(canonicalUrl(false)({ url: sent })).toBe(taken);
});

test.each([
  ['/x?y=1', '/web/x?y=1'],
  ['/', '/web/'],
  ['/?x', '/web/?x'],
  ['/web/x', '/web/x'],
  ['/web', '/web'],
  ['/web?x', '/web?x'],
  ['/website', '/web/website'],
  ['//evil.example/x', '/web/evil.example/x'],
])('behind an ingress that strips the prefix %s is taken as %s', (sent, taken) => {
  expect(canonicalUrl(true)({ url: sent })).toBe(taken);
});

const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');
const escaping = ['/web/../x', '/web/%2e%2E/x', '/web/..%2fx', '/web/.%2e\\x', '/web../x', '/..', '/web/./x'];

const encoded = [
  '/web/%61pi/x',
  '/%77eb/api/x',
  '/web/a%2Db',
  '/web/%5f',
  '/web/a%7Eb',
  '/web/%41',
  '/web/%39',
];

test.each([...escaping, ...encoded, '/web/a/..', '/web/%00'])('%s is refused', (path) => {
  expect(path).toMatch(refused);
});

test.each([
  '/web/a..b',
  '/web/...',
  '/web/..a',
  '/web/john.doe',
  '/web/.well-known',
  '/webx..',
  '/web/a%2Fb%20%C3%A9%2561%40%5B%60%7B%7D',
])('%s is not', (path) => expect(path).not.toMatch(refused));
