import { BASE_PATH } from '@web/bff/contract/constants';
import { returnPath } from './return-path.ts';

/** Storage key of the screen to show after sign-out, because the provider redirects only to the home screen. */
export const POST_LOGOUT_REDIRECT = `${BASE_PATH.slice(1)}:signed-out-to`;

/** Returns the session storage; undefined if the browser blocks it. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Shows that screen, once. Call it before the router is created. */
export function restorePostLogoutRedirect(): void {
  const to = tabStorage()?.getItem(POST_LOGOUT_REDIRECT);
  if (!to) return;
  sessionStorage.removeItem(POST_LOGOUT_REDIRECT);
  if (location.pathname === `${BASE_PATH}/`) history.replaceState(null, '', BASE_PATH + returnPath(to));
}
