import { expect, test } from 'vitest';
import { formatNumber, parseNumber } from './locale-number.ts';

test.each([
  ['de', '1.234,5', 1234.5],
  ['de', '-7', -7],
  ['de', '1.5', undefined],
  ['de', '1,5,5', undefined],
  ['en', '1,234.5', 1234.5],
  ['en', '.5', 0.5],
  ['en', '1,5', undefined],
  ['en', '12a', undefined],
  ['en', '', undefined],
  ['en', '1e3', undefined],
  ['en-IN', '12,34,567', 1_234_567],
  ['fr', '1 234,5', 1234.5],
  ['de-CH', "1'234.5", 1234.5],
  ['ar-EG', '١٢٫٥', 12.5],
])('in %s, %j is parsed as %s', (locale, text, value) => {
  expect(parseNumber(text, locale)).toBe(value);
});

test.each(['en', 'de', 'fr', 'sv', 'de-CH', 'ar-EG', 'fa', 'hi'])(
  'a number formatted in the locale %s is parsed back',
  (locale) => {
    for (const value of [0, -1234.5, 1_234_567, 0.001])
      expect(parseNumber(formatNumber(value, locale), locale)).toBe(value);
  },
);
