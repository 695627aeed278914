import { BASE_PATH } from '@web/bff/platform/contract/product/constants';
import { SESSION_PATH, SESSION_SCREEN } from '@web/bff/platform/contract/session/session-state';
import { CSRF_HEADER } from '@web/bff/platform/contract/csrf';
import { CallError } from '#platform/api/call-error.ts';
import { shownProblem } from '#platform/api/send-call.ts';
import { localProblem } from '#platform/api/local-problems.ts';
import { components, sessionMenu as messages } from '#platform/messages/first-load.ts';
import { unsaved } from '#platform/forms/unsaved/unsaved.ts';
import { deleteInput } from './stored-input.ts';
import { leave, tabs } from './known-session.ts';
import { storePostLogoutRedirect } from './post-logout-redirect.ts';
import { returnPath } from './return-path.ts';

const TIMEOUT_MS = 15_000;

let inFlight: Promise<void> | undefined;

/**
 * Signs out in all tabs, and leaves the page. Asks first if unsent input would be lost. Shows an alert if the sign-out fails, or takes longer than 15 s. `to` is the path of a public screen to show next, such as
 * `/goodbye`. Defaults to the platform's screen, which confirms the sign-out.
 */
export const signOut = ({ to }: { readonly to?: string | undefined } = {}): Promise<void> =>
  (inFlight ??= endSession(to).finally(() => (inFlight = undefined)));

async function endSession(to: string | undefined): Promise<void> {
  if (unsaved.isAny() && !confirm(components.leaving)) return;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS);
  try {
    // Does not use `api`, because after a sign-out, `api` navigates to the screen "You are signed out", even if `to` is another screen.
    const headers = { [CSRF_HEADER]: 'web' };
    const response = await fetch(SESSION_PATH, { method: 'DELETE', headers, signal: late.signal });
    const body = await response.json();
    if (!response.ok) throw body.code ? new CallError(shownProblem(body)) : new SyntaxError();
    const { to: provider } = body;
    tabs().postMessage(null);
    unsaved.discard();
    deleteInput();
    const screen = to === undefined ? `${SESSION_SCREEN}?signed-out=here` : returnPath(BASE_PATH + to);
    if (provider) storePostLogoutRedirect(BASE_PATH + screen);
    leave(provider ?? BASE_PATH + screen);
  } catch (error) {
    alert(`${messages.signOutFailed} ${problemOf(error).detail}`);
  } finally {
    clearTimeout(timer);
  }
}

function problemOf(error: unknown): CallError['problem'] {
  if (error instanceof CallError) return error.problem;
  const { name } = error as Error;
  if (name === 'AbortError') return localProblem('timeout');
  return localProblem(name === 'SyntaxError' ? 'unexpected-response' : 'network');
}
