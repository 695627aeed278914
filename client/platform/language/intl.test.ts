import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Imports the module as in a document in `language`, in a browser that prefers `languages`. */
const inDocument = (language: string, languages: readonly string[]) => {
  vi.stubEnv('LANGUAGE', language);
  vi.stubGlobal('navigator', { languages });
  return import('./intl.ts');
};

test.each([
  ['de', ['fr', 'de-CH', 'de'], 'de-CH'],
  ['de', ['en', 'fr'], 'de'],
  ['de', ['den', 'de'], 'de'],
  ['pt-BR', ['pt-PT', 'pt'], 'pt-BR'],
  ['en', ['en-US@posix', 'en-GB'], 'en-GB'],
  ['en', ['en-US;q=0.7', 'en-', 'en-US.UTF-8'], 'en'],
])('a document in %s with navigator.languages %j uses the locale %s', async (language, languages, locale) => {
  expect((await inDocument(language, languages)).currentLocale()).toBe(locale);
});

test('numbers are formatted in the document’s language, and equal options share a formatter', async () => {
  const { intl } = await inDocument('de', ['en']);
  const percent = intl('NumberFormat', { style: 'percent' });
  expect([intl('NumberFormat').format(1234.5), percent.format(0.5)]).toEqual(['1.234,5', '50\u00a0%']);
  expect(intl('NumberFormat', { style: 'percent' })).toBe(percent);
  expect(intl('PluralRules')).not.toBe(intl('NumberFormat'));
});
