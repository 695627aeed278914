import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { languageCookie } from '@web/bff/platform/contract/language-cookie';
import type { Language } from '@web/bff/platform/contract/product/languages';

const YEAR_S = 31_536_000;

/** Stores the language in a cookie for a year, and reloads the page. If there is unsaved input, the browser asks the user first. */
export function switchLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie()}=${language}; path=${BASE_PATH}; max-age=${YEAR_S}; samesite=lax${secure}`;
  location.reload();
}
