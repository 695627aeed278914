import { BASE_PATH } from '@web/bff/contract/constants';
import { SESSION_PATH } from '@web/bff/contract/kit/session/session-state';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { messages } from '#messages/platform/session-end.ts';
import { unsaved } from '#platform/forms/unsaved.ts';
import { forgetInput } from './kept-input.ts';
import { leave, leaveSignedOut, tabs } from './known-session.ts';
import { LANDING, tabStorage } from './landing.ts';
import { returnPath } from './return-path.ts';

let underWay: Promise<void> | undefined;

/**
 * Signs out, here and in all tabs, and leaves the page. If that fails the person is told. Pressing again changes nothing. `to` is the path
 * of a screen that they may see without a session, such as `/goodbye`; without it the platform's says that they are signed out.
 */
export const signOut = ({ to }: { readonly to?: string | undefined } = {}): Promise<void> =>
  (underWay ??= endSession(to).finally(() => (underWay = undefined)));

async function endSession(to: string | undefined): Promise<void> {
  try {
    // Not with `api`, which would take the end for one that the person did not want.
    const response = await fetch(SESSION_PATH, { method: 'DELETE', headers: { [CSRF_HEADER]: 'web' } });
    const { to: provider } = (await response.json()) as { readonly to?: string | null };
    if (!response.ok) throw new Error(`DELETE /session answered ${response.status}`);
    tabs().postMessage(null);
    unsaved.discard();
    forgetInput();
    const landing = to === undefined ? undefined : BASE_PATH + returnPath(BASE_PATH + to);
    if (provider && landing) tabStorage()?.setItem(LANDING, landing);
    // The provider ends its own session there.
    if (provider || landing) leave(provider ?? landing ?? '');
    else leaveSignedOut('here');
  } catch (error) {
    console.warn(error);
    alert(messages.signOutFailed);
  }
}
