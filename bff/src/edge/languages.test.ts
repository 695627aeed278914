import { expect, test } from 'vitest';
import { createLanguageChoice, languageRules } from './languages.ts';

const choose = createLanguageChoice(['en', 'pt', 'pt-BR', 'de']);

test.each([
  ['pt-BR, pt;q=0.9', 'pt-BR'],
  ['pt-PT, pt-BR;q=0.9', 'pt'],
  ['pt, pt-BR', 'pt'],
  ['PT-br', 'pt-BR'],
  ['zh-Hant-TW, de-Latn-AT-1996;q=0.2', 'de'],
])('for Accept-Language %o it looks up %s', (header, language) => {
  expect(choose('', header)).toBe(language);
});

test('a list of thousands of ranges takes no longer than one of thirty', () => {
  const ranges = 'xx,'.repeat(5_000);
  const from = performance.now();
  expect(choose(';'.repeat(8_000), `${ranges}de`)).toBe('en');
  expect(performance.now() - from).toBeLessThan(1_000);
  expect(choose('', `${'xx,'.repeat(30)}de`)).toBe('de');
});

test('one language needs no rule', () => {
  expect(languageRules(['en'])).toEqual([]);
});
