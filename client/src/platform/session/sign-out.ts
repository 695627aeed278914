import { SESSION_PATH } from '@web/bff/contract/kit/session/session-state';
import { CSRF_HEADER } from '@web/bff/contract/kit/csrf';
import { messages } from '#messages/platform/session-end.ts';
import { forgetInput } from './kept-input.ts';
import { leave, leaveSignedOut, tabs } from './known-session.ts';
import { landingUrl, rememberLanding } from './landing.ts';

interface Options {
  /** The path of a screen that a person may see without a session, such as `/goodbye`. By default the platform's says that they are signed out. */
  readonly to?: string | undefined;
}

let underWay: Promise<void> | undefined;

/** Signs out, here and in all tabs, and leaves the page. If that fails the person is told. Pressing again changes nothing. */
export const signOut = ({ to }: Options = {}): Promise<void> =>
  (underWay ??= endSession(to).finally(() => (underWay = undefined)));

async function endSession(to: string | undefined): Promise<void> {
  try {
    // Not with `api`, which would take the end for one that the person did not want.
    const response = await fetch(SESSION_PATH, { method: 'DELETE', headers: { [CSRF_HEADER]: 'web' } });
    const { to: provider } = (await response.json()) as { readonly to?: string | null };
    if (!response.ok) throw new Error(`DELETE /session answered ${response.status}`);
    tabs().postMessage(null);
    forgetInput();
    if (provider && to !== undefined) rememberLanding(to);
    // The provider ends its own session there.
    if (provider) leave(provider);
    else if (to === undefined) leaveSignedOut('here');
    else leave(landingUrl(to));
  } catch (error) {
    console.warn(error);
    alert(messages.signOutFailed);
  }
}
