import { languageCookie } from '#contract/kit/language-cookie.ts';
import { languages as ofContract } from '#contract/languages.ts';

/** Of a request with this line of header fields, the document is in this language. The first rule that matches counts. */
interface LanguageRule {
  /** Matches `<Cookie>\n<Accept-Language>` in either case (JavaScript and PCRE). */
  readonly pattern: string;
  readonly language: string;
}

const SPACE = String.raw`[ \t]*`;
/** So many ranges of a list are read: enough for people, and no work for who sends thousands. */
const RANGES = 30;

/**
 * How the language of a document is chosen: by the cookie, then by Accept-Language (RFC 9110, section 12.5.4). Browsers list languages in the
 * order of preference, so the first that there is counts; of its weight only 0 does, which refuses it. `de-AT` also asks for `de` (lookup of
 * RFC 4647, section 3.4). nginx and the BFF both follow these rules. One language needs none.
 */
export function languageRules(languages: readonly string[] = ofContract): readonly LanguageRule[] {
  if (languages.length === 1) return [];
  const ofCookie = languages.map((language) => ({
    pattern: `^(?:[^\\n]*;)?${SPACE}${languageCookie()}=${language}${SPACE}(?:;[^\\n]*)?\\n`,
    language,
  }));
  const earlier = `(?!${wanted(languages.join('|'))})[^,]*,`;
  // `pt-BR` asks for `pt-BR` before `pt`.
  const longestFirst = languages.toSorted((first, second) => second.length - first.length);
  const ofHeader = longestFirst.map((language) => ({
    pattern: `^[^\\n]*\\n(?:${earlier}){0,${RANGES}}${wanted(language)}`,
    language,
  }));
  return [...ofCookie, ...ofHeader];
}

/** A range of the list that asks for one of these languages, and does not refuse it. */
const wanted = (choices: string): string =>
  `${SPACE}(?:${choices})(?:-[a-z\\d]+)*${SPACE}(?:,|$|;(?!${SPACE}q=0(?:\\.0*)?${SPACE}(?:,|$)))`;

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
