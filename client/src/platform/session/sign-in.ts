import { BASE_PATH } from '@web/bff/contract/constants';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';

/** The screen where people sign in; undefined where they go to the provider at once. In development there may be roles to choose from. */
export const signInScreen: string | undefined =
  import.meta.env.SIGN_IN_SCREEN ?? (import.meta.env.DEV ? SESSION_SCREEN : undefined);

/** Where signing in at the provider starts; afterwards the person is at `to`, a path with the base path. */
export const providerUrl = (to: string): string => `${SESSION_PATH}/sign-in?to=${encodeURIComponent(to)}`;

/** The path of that screen in a link. */
export const signInPath = (to: string): string => `${signInScreen}?to=${encodeURIComponent(to)}`;

/** Where signing in starts. */
export const signInUrl = (to: string): string =>
  signInScreen ? BASE_PATH + signInPath(to) : providerUrl(to);

/** URL that starts signing in in a new tab. The tab ends on a screen that says it can be closed. */
export const signInTabUrl = (): string => signInUrl(`${BASE_PATH}${SESSION_SCREEN}?done`);

/** The address that is shown. */
export const currentPath = (): string => location.pathname + location.search + location.hash;
