import { BASE_PATH } from '@web/bff/contract/constants';
import { returnPath } from './return-path.ts';

const KEY = `${BASE_PATH.slice(1)}:signed-out-to`;

/** Where people land after sign-out, with the base path. `to` is a path beneath it. */
export const landingUrl = (to: string): string => BASE_PATH + returnPath(BASE_PATH + to);

/** The provider leads back to the home screen alone: so the tab remembers where to go on. */
export const rememberLanding = (to: string): void => sessionStorage.setItem(KEY, to);

/** Goes on there, once. To be called before the first screen. */
export function landAfterSignOut(): void {
  try {
    const to = sessionStorage.getItem(KEY);
    if (to === null) return;
    sessionStorage.removeItem(KEY);
    if (location.pathname === `${BASE_PATH}/`) history.replaceState(null, '', landingUrl(to));
  } catch {
    // A browser may have no storage.
  }
}
