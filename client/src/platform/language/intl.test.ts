import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** The module as it is in a document of that language, for a person with those languages. */
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
])('a document in %s for a person with %j is formatted for %s', async (language, languages, locale) => {
  expect((await inDocument(language, languages)).currentLocale()).toBe(locale);
});

test('numbers and dates are written in the language of the document', async () => {
  const { intl } = await inDocument('de', ['en']);
  expect(intl('NumberFormat').format(1234.5)).toBe('1.234,5');
  expect(intl('NumberFormat', { style: 'percent' }).format(0.5)).toBe('50\u00a0%');
  const date = intl('DateTimeFormat', { dateStyle: 'long', timeZone: 'UTC' });
  expect(date.format(new Date('2026-05-03T12:00:00Z'))).toBe('3. Mai 2026');
});

test('a formatter is made once for equal options', async () => {
  const { intl } = await inDocument('de', ['de']);
  expect(intl('NumberFormat', { style: 'percent' })).toBe(intl('NumberFormat', { style: 'percent' }));
  expect(intl('NumberFormat', { style: 'percent' })).not.toBe(intl('NumberFormat'));
  expect(intl('PluralRules')).not.toBe(intl('NumberFormat'));
});
