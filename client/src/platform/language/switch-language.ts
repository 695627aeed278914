import { BASE_PATH } from '@web/bff/contract/constants';
import { languageCookie } from '@web/bff/contract/kit/language-cookie';
import type { Language } from '@web/bff/contract/languages';

const YEAR_S = 31_536_000;

/** Loads the page again in that language, which this browser then keeps for a year. The person is asked before unsaved input is lost. */
export function switchLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie()}=${language}; path=${BASE_PATH}; max-age=${YEAR_S}; samesite=lax${secure}`;
  location.reload();
}
