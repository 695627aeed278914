import { BASE_PATH } from '@web/bff/platform/contract/product/constants';

// A function, so that a build without sign-in drops it.
const key = (): string => `${BASE_PATH}:signed-out-to`;

export function tabStorage(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Stores the path of the screen to show after sign-out, because the provider redirects only to the home screen. */
export const storePostLogoutRedirect = (path: string): void => tabStorage()?.setItem(key(), path);

/** Replaces the home screen's address with the stored path, once. Call it before anything reads the address. */
export function restorePostLogoutRedirect(): void {
  const to = tabStorage()?.getItem(key());
  if (!to) return;
  sessionStorage.removeItem(key());
  if (location.pathname === `${BASE_PATH}/`) history.replaceState(null, '', to);
}
