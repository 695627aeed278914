import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { languageCookie } from '#platform/contract/language-cookie.ts';
import type { languageOf as LanguageOf } from './request-language.ts';

let languageOf: typeof LanguageOf;

// Test files share modules, so this one loads its own for a product with three languages.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('#platform/contract/product/languages.ts', () => ({ languages: ['en', 'sv', 'de'] }));
  ({ languageOf } = await import('./request-language.ts'));
});
afterAll(() => {
  vi.doUnmock('#platform/contract/product/languages.ts');
  vi.resetModules();
});

const sorted = (headers: Record<string, string>, titles: readonly string[]) =>
  titles.toSorted(new Intl.Collator(languageOf({ headers }), { numeric: true }).compare);

test.each([
  [{}, 'a ä Z'],
  [{ 'accept-language': 'sv-SE,en;q=0.5' }, 'a Z ä'],
  [{ 'accept-language': 'sv', cookie: `a=b; ${languageCookie()}=de` }, 'a ä Z'],
  [{ 'accept-language': 'xx-invalid, *', cookie: `${languageCookie()}=root` }, 'a ä Z'],
])('languageOf a request with %j sorts a list as %s', (headers, order) => {
  expect(sorted(headers, ['Z', 'ä', 'a']).join(' ')).toBe(order);
  expect(sorted(headers, ['item10', 'item2'])).toEqual(['item2', 'item10']);
});
