import { expect, test } from 'vitest';
import { chooseEncoding } from './encodings.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['br;q=0.1, gzip', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000 , GZIP;q=1.0', 'gzip'],
  ['br;q=0.001', 'br'],
  ['identity', 'identity'],
  ['', 'identity'],
  ['brotli, xgzip', 'identity'],
])('for Accept-Encoding %o it chooses %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
