import { unsavedWork } from '#platform/forms/unsaved/unsaved-work.ts';
import { fetchSession } from './fetch-session.ts';
import {
  hintedVersion,
  knownSession,
  updateSession,
  leaveSignedOut,
  sessionHasEnded,
  showPage,
} from './known-session.ts';

const RETRY_MS = 2_000;

/**
 * Checks whether the session has changed while the page was hidden or cached: before the page becomes visible, compares the session's cookie with the
 * known session. Call it once, when the user is signed in.
 */
export function watchCookie(): void {
  addEventListener('pagehide', () => showPage(false));
  addEventListener('pageshow', compare);
  document.addEventListener('visibilitychange', () => document.hidden || compare());
  compare();
}

function compare(): void {
  const version = hintedVersion();
  if (version === knownSession()?.version || sessionHasEnded()) showPage(true);
  else if (version) {
    showPage(false);
    fetchSession().then(
      () => showPage(true),
      () => setTimeout(compare, RETRY_MS),
    );
  } else if (unsavedWork.isAny()) {
    showPage(true);
    updateSession(null);
  } else leaveSignedOut('elsewhere');
}
