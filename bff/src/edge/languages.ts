import { languageCookie } from '#contract/kit/language-cookie.ts';
import { languages as ofContract } from '#contract/languages.ts';

/** Of a request with this line of header fields, the document is in this language. The first rule that matches counts. */
interface LanguageRule {
  /** Matches `<Cookie>\n<Accept-Language>` in either case (JavaScript and PCRE). */
  readonly pattern: string;
  readonly language: string;
}

const SPACE = String.raw`[ \t]*`;
const END = `${SPACE}(?:,|$)`;
/** Weights from 1 down to 0.001 (RFC 9110, section 12.4.2). They count by their first decimal; of equal ones, the first listed. */
const WEIGHTS = [
  `(?:${SPACE};${SPACE}q=1(?:\\.0{0,3})?)?`,
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((tenth) => `${SPACE};${SPACE}q=0\\.${tenth}\\d{0,2}`),
  String.raw`${SPACE};${SPACE}q=0\.0(?:0[1-9]|[1-9]\d?)`,
];
/** So many ranges of a list are read: enough for people, and no work for who sends thousands. */
const RANGES = 30;

/**
 * How the language of a document is chosen: by the cookie, then by Accept-Language (RFC 9110, section 12.5.4) with the lookup of RFC 4647
 * (section 3.4), where `de-AT` also asks for `de`. nginx and the BFF both follow these rules. One language needs none.
 */
export function languageRules(languages: readonly string[] = ofContract): readonly LanguageRule[] {
  if (languages.length === 1) return [];
  // `pt-BR` asks for `pt-BR` before `pt`.
  const longestFirst = languages.toSorted((one, other) => other.length - one.length);
  const range = (language: string) => `${SPACE}${language}(?:-[a-z\\d]+)*`;
  const ofCookie = languages.map((language) => ({
    pattern: `^(?:[^\\n]*;)?${SPACE}${languageCookie()}=${language}${SPACE}(?:;[^\\n]*)?\\n`,
    language,
  }));
  const ofHeader = WEIGHTS.flatMap((weight) => {
    const earlier = `(?!${range(`(?:${languages.join('|')})`)}${weight}${END})[^,]*,`;
    return longestFirst.map((language) => ({
      pattern: `^[^\\n]*\\n(?:${earlier}){0,${RANGES}}${range(language)}${weight}${END}`,
      language,
    }));
  });
  return [...ofCookie, ...ofHeader];
}

/** The function that chooses the language for a request's Cookie and Accept-Language. */
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

/** The file that holds the document in that language. */
export const documentOf = (language: string, [first] = ofContract as readonly string[]): string =>
  language === first ? 'index.html' : `index.${language}.html`;

/** The value of Vary for a document. */
export const documentVary = (languages: readonly string[] = ofContract): string =>
  languages.length > 1 ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding';
