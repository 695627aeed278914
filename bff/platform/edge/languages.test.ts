import { expect, test } from 'vitest';
import { createLanguageChoice } from './languages.ts';

const choose = createLanguageChoice(['en', 'pt', 'pt-BR', 'de']);

test.each([
  ['pt-BR, pt;q=0.9', 'pt-BR'],
  ['pt-PT, pt-BR;q=0.9', 'pt'],
  ['pt, pt-BR', 'pt'],
  ['PT-br', 'pt-BR'],
  ['zh-Hant-TW, de-Latn-AT-1996;q=0.2', 'de'],
])('Accept-Language %o chooses %s', (header, language) => {
  expect(choose('', header)).toBe(language);
});

test('the first supported language with a weight above 0 in Accept-Language is chosen, even if a later language has a higher weight', () => {
  expect(choose('', 'de;q=0, pt;q=0.0 , en ; q=0.000,pt-BR;q=0.001, de;q=1')).toBe('pt-BR');
});
