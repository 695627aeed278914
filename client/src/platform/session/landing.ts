import { BASE_PATH } from '@web/bff/contract/constants';
import { returnPath } from './return-path.ts';

/** Where the tab remembers the screen on which people land after sign-out: the provider leads back to the home screen alone. */
export const LANDING = `${BASE_PATH.slice(1)}:signed-out-to`;

/** Goes on there, once. To be called before the first screen. */
export function landAfterSignOut(): void {
  // A browser may have no storage.
  try {
    const to = sessionStorage.getItem(LANDING);
    sessionStorage.removeItem(LANDING);
    if (to !== null && location.pathname === `${BASE_PATH}/`)
      history.replaceState(null, '', BASE_PATH + returnPath(to));
  } catch {}
}
