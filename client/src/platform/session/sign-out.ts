import { SESSION_PATH } from '@web/bff/contract/kit/session/session-state';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { messages } from '#messages/platform/session-end.ts';
import { leave, leaveSignedOut, tabs } from './known-session.ts';

let underWay: Promise<void> | undefined;

/** Signs out, here and in all tabs, and leaves the page. If that fails the person is told. Pressing again changes nothing. */
export const signOut = (): Promise<void> => (underWay ??= endSession().finally(() => (underWay = undefined)));

async function endSession(): Promise<void> {
  try {
    // Not with `api`, which would take the end for one that the person did not want.
    const response = await fetch(SESSION_PATH, { method: 'DELETE', headers: { [CSRF_HEADER]: 'web' } });
    const { to } = (await response.json()) as { readonly to?: string | null };
    if (!response.ok) throw new Error(`DELETE /session answered ${response.status}`);
    tabs().postMessage(null);
    // The provider ends its own session there.
    if (to) leave(to);
    else leaveSignedOut();
  } catch (error) {
    console.warn(error);
    alert(messages.signOutFailed);
  }
}
