import { unsaved } from '#platform/forms/unsaved.ts';
import { askSession } from './ask-session.ts';
import {
  hintedVersion,
  knownSession,
  learnSession,
  leaveSignedOut,
  sessionHasEnded,
  showPage,
} from './known-session.ts';

const AGAIN_MS = 2_000;

/**
 * The cookie changes with the session, also while the page is hidden or in the back/forward cache: it is compared before the page is seen
 * again. To be called once, for a person who is signed in.
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
    askSession().then(
      () => showPage(true),
      () => setTimeout(compare, AGAIN_MS),
    );
  } else if (unsaved.isAny()) {
    showPage(true);
    learnSession(null);
  } else leaveSignedOut('elsewhere');
}
