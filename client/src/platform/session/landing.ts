import { BASE_PATH } from '@web/bff/contract/constants';
import { returnPath } from './return-path.ts';

/** Storage key of the screen to show after sign-out, because the provider redirects only to the home screen. */
export const LANDING = `${BASE_PATH.slice(1)}:signed-out-to`;

/** Returns the session storage; undefined if the browser blocks it. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Shows that screen, once. Call it before the router is created. */
export function landAfterSignOut(): void {
  const to = tabStorage()?.getItem(LANDING);
  if (!to) return;
  sessionStorage.removeItem(LANDING);
  if (location.pathname === `${BASE_PATH}/`) history.replaceState(null, '', BASE_PATH + returnPath(to));
}
