import { askSession } from '#platform/session/ask-session.ts';
import { isSessionAsked, knownSession, subscribeToSession } from '#platform/session/known-session.ts';
import { watchSession } from '#platform/session/watch-session.ts';

/** For the time after the first screen: tabs agree, and a person who is signed in is guarded. `reread` runs the loaders again. */
export function startSession(reread: () => void): void {
  watchSession(reread);
  let isGuarded = false;
  const guard = () => {
    if (isGuarded || !knownSession()) return;
    isGuarded = true;
    void import('./session-views.tsx').then(({ guardSession }) => guardSession());
  };
  subscribeToSession(guard);
  guard();
  // No call of the screen tells who is there.
  if (!isSessionAsked()) askSession().catch(() => {});
}
