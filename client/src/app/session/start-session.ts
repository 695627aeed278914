import { sessionIsKnown } from '#platform/session/ask-session.ts';
import { knownSession, subscribeToSession } from '#platform/session/known-session.ts';
import { keptInput } from '#platform/session/kept-input.ts';
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
  const tidy = () => {
    const kept = keptInput();
    if (kept) setTimeout(tidy, kept.endsAt - Date.now());
  };
  for (const follow of [guard, tidy]) {
    subscribeToSession(follow);
    follow();
  }
  sessionIsKnown().catch(() => {});
}
