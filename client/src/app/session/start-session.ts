import { sessionIsKnown } from '#platform/session/ask-session.ts';
import { knownSession, subscribeToSession } from '#platform/session/known-session.ts';
import { keptInput } from '#platform/session/kept-input.ts';
import { watchSession } from '#platform/session/watch-session.ts';

/** The longest delay of a timer, in milliseconds; with a longer one it fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** For the time after the first screen: tabs agree, and a person who is signed in is guarded. `reread` runs the loaders again. */
export function startSession(reread: () => void): void {
  watchSession(reread);
  let isGuarded = false;
  const guard = () => {
    if (isGuarded || !knownSession()) return;
    isGuarded = true;
    void import('./session-views.tsx').then(({ guardSession }) => guardSession());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tidy = () => {
    clearTimeout(timer);
    const kept = keptInput();
    if (kept) timer = setTimeout(tidy, Math.min(kept.endsAt - Date.now(), LONGEST_MS));
  };
  for (const follow of [guard, tidy]) {
    subscribeToSession(follow);
    follow();
  }
  sessionIsKnown().catch(() => {});
}
