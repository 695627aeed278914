import { BASE_PATH } from '@web/bff/contract/constants';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/contract/kit/session/session-state';
import { signInScreen, signInUrl } from './sign-in.ts';

/** Opens a window to sign in, which reports to all tabs and closes itself. False if the browser opens none. */
export function openSignIn(): boolean {
  const url = signInScreen
    ? signInUrl(`${BASE_PATH}${SESSION_SCREEN}?done`)
    : `${SESSION_PATH}/sign-in?window=1`;
  return open(url, 'sign-in', 'popup,width=480,height=720') !== null;
}
