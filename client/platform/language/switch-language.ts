import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { languageCookie } from '@web/bff/platform/contract/language-cookie';
import type { Language } from '@web/bff/platform/contract/product/languages';
import { localProblem } from '#platform/api/local-problems.ts';
import { unsaved } from '#platform/forms/unsaved/unsaved.ts';
import { components as messages } from '#platform/messages/first-load.ts';

const YEAR_S = 31_536_000;

/** Stores the language in a cookie for a year, and reloads the page. Asks first if unsent input would be lost. Offline, only says so. */
export function switchLanguage(language: Language): void {
  if (!navigator.onLine) return alert(localProblem('network').detail);
  if (unsaved.isAny() && !confirm(messages.leaving)) return;
  unsaved.discard();
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${languageCookie()}=${language}; path=${BASE_PATH}; max-age=${YEAR_S}; samesite=lax${secure}`;
  location.reload();
}
