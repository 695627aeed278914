import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';
import { CSRF_HEADER } from '@web/bff/platform/contract/csrf';
import { components, sessionMenu as messages } from '#platform/messages/first-load.ts';
import { unsaved } from '#platform/forms/unsaved/unsaved.ts';
import { deleteInput } from './stored-input.ts';
import { leave, tabs } from './known-session.ts';
import { storePostLogoutRedirect } from './post-logout-redirect.ts';
import { returnPath } from './return-path.ts';

let inFlight: Promise<void> | undefined;

/**
 * Signs out in all tabs, and leaves the page. Asks first if unsent input would be lost. Shows an alert if the sign-out fails. `to` is the path of a public screen to show next, such as
 * `/goodbye`. Defaults to the platform's screen, which confirms the sign-out.
 */
export const signOut = ({ to }: { readonly to?: string | undefined } = {}): Promise<void> =>
  (inFlight ??= endSession(to).finally(() => (inFlight = undefined)));

async function endSession(to: string | undefined): Promise<void> {
  if (unsaved.isAny() && !confirm(components.leaving)) return;
  try {
    // Does not use `api`, because after a sign-out, `api` navigates to the screen "You are signed out", even if `to` is another screen.
    const response = await fetch(SESSION_PATH, { method: 'DELETE', headers: { [CSRF_HEADER]: 'web' } });
    const { to: provider } = (await response.json()) as { readonly to?: string | null };
    if (!response.ok) throw new Error(`sign-out failed: status ${response.status}`);
    tabs().postMessage(null);
    unsaved.discard();
    deleteInput();
    const screen = to === undefined ? `${SESSION_SCREEN}?signed-out=here` : returnPath(BASE_PATH + to);
    if (provider) storePostLogoutRedirect(BASE_PATH + screen);
    leave(provider ?? BASE_PATH + screen);
  } catch (error) {
    console.warn(error);
    alert(messages.signOutFailed);
  }
}
