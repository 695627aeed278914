import { sessionIsKnown } from '#platform/session/ask-session.ts';
import { knownSession, subscribeToSession } from '#platform/session/known-session.ts';
import { keptInput } from '#platform/session/kept-input.ts';
import { watchSession } from '#platform/session/watch-session.ts';

const EXPIRY_CHECK_MS = 60_000;

/** For the time after the first screen: tabs agree, and a person who is signed in is guarded. `reread` runs the loaders again. */
export function startSession(reread: () => void): void {
  watchSession(reread);
  let isGuarded = false;
  const guard = () => {
    if (isGuarded || !knownSession()) return;
    isGuarded = true;
    void import('./guard-session.tsx').then(({ guardSession }) => guardSession());
  };
  for (const follow of [guard, keptInput]) {
    subscribeToSession(follow);
    follow();
  }
  setInterval(keptInput, EXPIRY_CHECK_MS);
  sessionIsKnown().catch(() => {});
}
