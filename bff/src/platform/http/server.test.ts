import { expect, test } from 'vitest';
import { BASE_PATH } from '#contract/constants.ts';
import { REFUSED_PATH_PATTERN } from '#edge/paths.ts';
import { canonicalUrl } from './server.ts';

test.each([
  [`${BASE_PATH}/a`, `${BASE_PATH}/a`],
  [`${BASE_PATH}/a%2Fb?q=1%2F2//`, `${BASE_PATH}/a%2Fb?q=1%2F2//`],
  [`/${BASE_PATH}//a`, `${BASE_PATH}/a`],
  [`http://example.org:1${BASE_PATH}/a?x`, `${BASE_PATH}/a?x`],
  ['http://example.org', '/'],
  ['/x', '/x'],
])('%s is taken as %s', (sent, taken) => {
  expect(canonicalUrl(false)({ url: sent })).toBe(taken);
});

test.each([
  ['/x?y=1', `${BASE_PATH}/x?y=1`],
  ['/', `${BASE_PATH}/`],
  ['/?x', `${BASE_PATH}/?x`],
  [`${BASE_PATH}/x`, `${BASE_PATH}/x`],
  [BASE_PATH, BASE_PATH],
  [`${BASE_PATH}?x`, `${BASE_PATH}?x`],
  [`${BASE_PATH}site`, `${BASE_PATH}${BASE_PATH}site`],
  ['//evil.example/x', `${BASE_PATH}/evil.example/x`],
])('behind an ingress that strips the prefix %s is taken as %s', (sent, taken) => {
  expect(canonicalUrl(true)({ url: sent })).toBe(taken);
});

const refused = new RegExp(REFUSED_PATH_PATTERN, 'i');
const escaping = [
  `${BASE_PATH}/../x`,
  `${BASE_PATH}/%2e%2E/x`,
  `${BASE_PATH}/..%2fx`,
  `${BASE_PATH}/.%2e\\x`,
  `${BASE_PATH}../x`,
  '/..',
  `${BASE_PATH}/./x`,
];

const encoded = [
  `${BASE_PATH}/%61pi/x`,
  '/%77eb/api/x',
  `${BASE_PATH}/a%2Db`,
  `${BASE_PATH}/%5f`,
  `${BASE_PATH}/a%7Eb`,
  `${BASE_PATH}/%41`,
  `${BASE_PATH}/%39`,
];

test.each([...escaping, ...encoded, `${BASE_PATH}/a/..`, `${BASE_PATH}/%00`])('%s is refused', (path) => {
  expect(path).toMatch(refused);
});

test.each([
  `${BASE_PATH}/a..b`,
  `${BASE_PATH}/...`,
  `${BASE_PATH}/..a`,
  `${BASE_PATH}/john.doe`,
  `${BASE_PATH}/.well-known`,
  `${BASE_PATH}x..`,
  `${BASE_PATH}/a%2Fb%20%C3%A9%2561%40%5B%60%7B%7D`,
])('%s is not', (path) => expect(path).not.toMatch(refused));
