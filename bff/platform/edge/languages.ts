import { languageCookie } from '#platform/contract/language-cookie.ts';
import { languages as ofContract } from '#platform/contract/product/languages.ts';

/** Rule that chooses the language of a document. The first matching rule applies. */
interface LanguageRule {
  /** Pattern to match against `<Cookie>\n<Accept-Language>`, case-insensitive (JavaScript and PCRE). */
  readonly pattern: string;
  readonly language: string;
}

const SPACE = String.raw`[ \t]*`;
/** Maximum number of language ranges to read, so that a long header costs little. */
const RANGES = 30;

/**
 * Builds the rules by which nginx and the BFF choose the language of a document: by the cookie, then by Accept-Language (RFC 9110, section 12.5.4).
 * Browsers list languages in order of preference, so the first supported language with a weight above 0 wins. `de-AT` also matches `de` (lookup of
 * RFC 4647, section 3.4).
 */
export function languageRules(languages: readonly string[] = ofContract): readonly LanguageRule[] {
  if (languages.length === 1) return [];
  const ofCookie = languages.map((language) => ({
    pattern: `^(?:[^\\n]*;)?${SPACE}${languageCookie()}=${language}${SPACE}(?:;[^\\n]*)?\\n`,
    language,
  }));
  const earlier = `(?!${wanted(languages.join('|'))})[^,]*,`;
  // Tries longer tags first, so that `pt-BR` chooses `pt-BR` rather than `pt`.
  const longestFirst = languages.toSorted((first, second) => second.length - first.length);
  const ofHeader = longestFirst.map((language) => ({
    pattern: `^[^\\n]*\\n(?:${earlier}){0,${RANGES}}${wanted(language)}`,
    language,
  }));
  return [...ofCookie, ...ofHeader];
}

/** Builds a pattern that matches a language range with one of these languages and a weight above 0. */
const wanted = (choices: string): string =>
  `${SPACE}(?:${choices})(?:-[a-z\\d]+)*${SPACE}(?:,|$|;(?!${SPACE}q=0(?:\\.0*)?${SPACE}(?:,|$)))`;

export function createLanguageChoice(languages: readonly [string, ...string[]] = ofContract) {
  const rules = languageRules(languages).map(({ pattern, language }) => ({
    pattern: new RegExp(pattern, 'i'),
    language,
  }));
  return (cookie = '', acceptLanguage = ''): string => {
    const fields = `${cookie}\n${acceptLanguage}`;
    return rules.find(({ pattern }) => pattern.test(fields))?.language ?? languages[0];
  };
}

export const documentOf = (language: string, [first] = ofContract as readonly string[]): string =>
  language === first ? 'index.html' : `index.${language}.html`;

export const documentVary = (languages: readonly string[] = ofContract): string =>
  languages.length > 1 ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding';
