import { BASE_PATH } from '@web/bff/contract/constants';
import { returnPath } from './return-path.ts';

/** Where the tab remembers the screen on which people land after sign-out: the provider leads back to the home screen alone. */
export const LANDING = `${BASE_PATH.slice(1)}:signed-out-to`;

/** Of this tab; undefined where the browser allows none, as without cookies. */
export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Goes on there, once. To be called before the first screen. */
export function landAfterSignOut(): void {
  const to = tabStorage()?.getItem(LANDING);
  if (!to) return;
  sessionStorage.removeItem(LANDING);
  if (location.pathname === `${BASE_PATH}/`) history.replaceState(null, '', BASE_PATH + returnPath(to));
}
