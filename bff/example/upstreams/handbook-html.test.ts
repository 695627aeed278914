import { expect, test } from 'vitest';
import { sanitize } from './handbook-html.ts';
import { BASE_PATH } from '#contract/constants.ts';

test.each([
  ['<p onclick="a()">One</p><script>a()</script>', '<p>One</p>'],
  ['<img src="https://tracker.example/a.png" alt="A cat">', '<span>A cat</span>'],
  [
    '<a href="/pages/states#draft">States</a>',
    `<a href="${BASE_PATH}/handbook/states#handbook-draft">States</a>`,
  ],
  ['<a href="javascript:a()">Go</a>', '<a>Go</a>'],
])('sanitize turns %s into %s', (html, expected) => {
  const text = sanitize(html).replaceAll(/ rel="[^"]*"/g, '');
  expect(text).toBe(expected);
});
