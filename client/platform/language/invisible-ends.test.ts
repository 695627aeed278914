import { expect, test } from 'vitest';
import { withoutInvisibleEnds } from './invisible-ends.ts';

test.each([
  ['\ufeffname@example.org\u00a0', 'name@example.org'],
  ['\u200e+49 30 1234\u202c', '+49 30 1234'],
  ['a \u200b ', 'a'],
  [' a ', ' a '],
  ['a\u00a0b\u200bc', 'a\u00a0b\u200bc'],
  ['\u0645\u06cc\u200c\u062e', '\u0645\u06cc\u200c\u062e'],
  [' \u00a0 ', ''],
  ['', ''],
])('of %j, %j is left', (text, left) => {
  expect(withoutInvisibleEnds(text)).toBe(left);
});
