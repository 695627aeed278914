import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';

/** Path of the sign-in screen. Undefined if sign-in starts at the provider. In development, defaults to the platform's screen. */
export const signInScreen: string | undefined =
  import.meta.env.SIGN_IN_SCREEN ?? (import.meta.env.DEV ? SESSION_SCREEN : undefined);

/** Returns the URL that starts sign-in at the provider. Afterwards the user returns to `to`, a path that includes the base path. */
export const providerUrl = (to: string): string => `${SESSION_PATH}/sign-in?to=${encodeURIComponent(to)}`;

export const signInPath = (to: string): string => `${signInScreen}?to=${encodeURIComponent(to)}`;

export const signInUrl = (to: string): string =>
  signInScreen ? BASE_PATH + signInPath(to) : providerUrl(to);

/** Returns the sign-in URL for a new tab. After sign-in, the tab shows a screen that says the tab can be closed. */
export const signInTabUrl = (): string => signInUrl(`${BASE_PATH}${SESSION_SCREEN}?done`);

export const currentPath = (): string => location.pathname + location.search + location.hash;
